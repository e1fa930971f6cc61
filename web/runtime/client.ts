/**
 * What browsers run in place of `react-dom/client`: Preact, made to do what our screens and their packages expect of React where its
 * own compatibility layer does otherwise (docs/decisions/013-first-look.md). It imports nothing of ours.
 */
import { type ComponentChild, options, toChildArray, type VNode } from 'preact'
import { render } from 'preact/compat'

type Properties = Record<string, unknown> & { children?: unknown }
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Effects run with the change that they follow, as React's do for whatever a person has done: by itself Preact waits for the next
 * frame, and a press, a key or a change of focus until then would meet a dialog that does not hold the focus yet.
 */
options.requestAnimationFrame = queueMicrotask

/** React's events keep that they were prevented, also those that a browser does not let anybody prevent, such as a change of focus. */
function keepPrevented(event: Event): void {
  if (event.cancelable) return
  event.preventDefault = () => Object.defineProperty(event, 'defaultPrevented', { value: true })
}

/** What each field was rendered with last. */
const rendered = new WeakMap<EventTarget, Properties>()

function restore(field: Field): void {
  const { value, checked } = rendered.get(field) ?? {}
  if (typeof checked === 'boolean' && field instanceof HTMLInputElement) field.checked = checked
  // A number that is being typed may be written in another way than the one that is kept.
  else if (
    value != null &&
    (field.type === 'number' ? Number(field.value) !== Number(value) : field.value !== String(value))
  )
    field.value = String(value)
}

/** A choice takes the others of its group back. */
const groupOf = (field: Field): Iterable<Field> =>
  field.type === 'radio' && field.name !== ''
    ? (field.form ?? field.ownerDocument).querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(field.name)}"]`)
    : [field]

/** A field whose component has not taken what was typed or chosen shows again what its component says. */
function restoreAfter({ type, currentTarget }: Event): void {
  if ((type !== 'input' && type !== 'change') || !currentTarget || !rendered.has(currentTarget)) return
  const field = currentTarget as Field
  // After the rendering that the event's handlers ask for, which is queued between the two.
  queueMicrotask(() =>
    queueMicrotask(() => {
      for (const one of groupOf(field)) restore(one)
    }),
  )
}

const { event: eventOf, diffed, vnode: made } = options as typeof options & { event?: (event: Event) => Event }

Object.assign(options, {
  event: (event: Event) => {
    keepPrevented(event)
    restoreAfter(event)
    return eventOf?.(event) ?? event
  },
})

options.diffed = (node) => {
  diffed?.(node)
  const { type, props } = node as VNode<Properties>
  if (type !== 'input' && type !== 'textarea' && type !== 'select') return
  const { __e: field } = node as unknown as { __e: EventTarget }
  rendered.set(field, props)
}

options.vnode = (node) => {
  made?.(node)
  if (typeof node.type !== 'string') return
  const { type, props } = node as VNode<Properties>
  for (const [ours, attribute] of NAMES) rename(props, ours, attribute)
  if (type === 'img') setAddressLast(props)
  if (type === 'select' && props['defaultValue'] != null) markDefault(props)
}

/**
 * Attributes that are set under their own names. A drawing takes no other for the place in the order of Tab; and only this one says
 * no to the looking up of words, also in a password that is shown.
 */
const NAMES = [
  ['tabIndex', 'tabindex'],
  ['spellCheck', 'spellcheck'],
] as const

function rename(props: Properties, ours: string, attribute: string): void {
  if (!(ours in props)) return
  props[attribute] = props[ours]
  delete props[ours]
}

/** A browser fetches an image once its address is set, whatever is said of it afterwards. */
function setAddressLast(props: Properties): void {
  const { src } = props
  delete props['src']
  props['src'] = src
}

/**
 * The choice that a list begins with is marked, and not only made: react-hook-form takes any other for one that a person has made.
 * Compared are the texts, as nothing chosen is not the choice whose number is zero.
 */
function markDefault(select: Properties): void {
  const chosen = String(select['defaultValue'])
  delete select['defaultValue']
  for (const option of toChildArray(select.children as ComponentChild)) {
    const { props } = option as VNode<Properties>
    props['selected'] = props['defaultSelected'] = String(props['value']) === chosen
  }
}

export const createRoot = (container: Element) => ({
  render: (screen: ComponentChild) => render(screen, container),
})
