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

/** As with React, `preventDefault` sets `defaultPrevented` also for events that cannot be cancelled, such as a change of focus. */
function keepPrevented(event: Event): void {
  if (event.cancelable) return
  event.preventDefault = () => Object.defineProperty(event, 'defaultPrevented', { value: true })
}

/** What each field was rendered with last. */
const rendered = new WeakMap<EventTarget, Properties>()

function restore(field: Field): void {
  const { value, checked } = rendered.get(field) ?? {}
  if (typeof checked === 'boolean' && field instanceof HTMLInputElement) field.checked = checked
  // A number may be typed in another form than the component's, such as `1.0` for 1.
  else if (
    value != null &&
    (field.type === 'number' ? Number(field.value) !== Number(value) : field.value !== String(value))
  )
    field.value = String(value)
}

/** Checking a radio has unchecked the others of its group. */
const groupOf = (field: Field): Iterable<Field> =>
  field.type === 'radio' && field.name !== ''
    ? (field.form ?? field.ownerDocument).querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(field.name)}"]`)
    : [field]

/** Sets a controlled field back to its component's value where the component has not accepted what was typed or chosen. */
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
 * Attributes that have to be set under their names in HTML. SVG elements ignore `tabIndex`. And `spellCheck={false}` would remove the
 * attribute, so that the browser's spelling checker gets the text, also of a password that is shown.
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

/** A browser fetches an image as soon as `src` is set: an attribute such as `loading` that is set later has no effect. */
function setAddressLast(props: Properties): void {
  const { src } = props
  delete props['src']
  props['src'] = src
}

/**
 * Marks the option of a select's default value as `defaultSelected`, as React does: react-hook-form takes any other selected option for
 * a change by the person. Values are compared as texts: loosely, an empty one would equal the option 0.
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
