/**
 * Replaces `react-dom/client` in browsers: Preact, adapted where its own compatibility layer differs from what our screens
 * and their packages expect of React (docs/decisions/013-first-look.md). It imports none of our code.
 */
import { type ComponentChild, options, toChildArray, type VNode } from 'preact'
import { render } from 'preact/compat'

type Properties = Record<string, unknown> & { children?: unknown }
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Runs effects in the same task as the change that they follow, as React does after user input: Preact would wait for the
 * next frame, and input until then would reach a dialog that does not hold the focus yet.
 */
options.requestAnimationFrame = queueMicrotask

/**
 * As with React, `preventDefault` sets `defaultPrevented` even for events that cannot be cancelled, such as a change of
 * focus.
 */
function keepPrevented(event: Event): void {
  if (event.cancelable) return
  event.preventDefault = () => Object.defineProperty(event, 'defaultPrevented', { value: true })
}

/** The properties of each field's last render. */
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

/** Checking a radio button unchecks the others of its group. */
const groupOf = (field: Field): Iterable<Field> =>
  field.type === 'radio' && field.name !== ''
    ? (field.form ?? field.ownerDocument).querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(field.name)}"]`)
    : [field]

/** Resets a controlled field to its component's value if the component has not accepted the input. */
function restoreAfter({ type, currentTarget }: Event): void {
  if ((type !== 'input' && type !== 'change') || !currentTarget || !rendered.has(currentTarget)) return
  const field = currentTarget as Field
  // After the render that the event's handlers request, which is queued before this.
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
 * Attributes that must be set under their HTML names. SVG elements ignore `tabIndex`. And `spellCheck={false}` would remove
 * the attribute, so that the browser's spelling checker would receive the text, even of a visible password.
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
 * Marks the option of a select's default value as `defaultSelected`, as React does: react-hook-form takes any other
 * selected option for a user's change. Values are compared as texts: by loose comparison, an empty one would equal the
 * option 0.
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
