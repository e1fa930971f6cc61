/**
 * The first script of every page. A page rendered at the edge is complete without the app: its links work, and readers wait
 * for nothing. The app starts at the first user interaction, or when the browser has been idle for a while; clicks and
 * input until then are replayed on what the app has rendered. Every other page starts the app immediately. This file
 * imports nothing, so that it stays small.
 */

const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const
/**
 * Starting blocks a slow phone for a second: it begins late enough that hardly any user is about to touch the page for the
 * first time (docs/decisions/013).
 */
const QUIET_MS = 20_000
const LONGEST_WAIT_MS = 10_000
const CONTROLS = 'a, button, input, select, textarea, summary'
type Control = HTMLElement & { value?: string }

const root = document.getElementById('root') as HTMLElement

/** Identifies a control in both renderings: by its appearance, and its index among equal ones. */
type Place = { look: string; index: number }

const lookOf = (control: Element) =>
  [control.tagName, control.getAttribute('name'), control.getAttribute('type'), control.textContent].join('|')
const alike = (look: string) => [...root.querySelectorAll<Control>(CONTROLS)].filter((one) => lookOf(one) === look)

function placeOf(control: Control): Place {
  const look = lookOf(control)
  return { look, index: alike(look).indexOf(control) }
}

/** The same control in the app's rendering; undefined if none has appeared in time. */
async function appeared({ look, index }: Place, until: number): Promise<Control | undefined> {
  for (;;) {
    const found = alike(look)[index]
    if (found || performance.now() > until) return found
    await new Promise(requestAnimationFrame)
  }
}

function typeInto(control: Control, value: string): void {
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

const RELEASES = ['pointerup', 'pointercancel'] as const

/** Resolves when a pointer that is down has been released. */
const released = (): Promise<void> =>
  new Promise((done) => {
    for (const name of RELEASES) window.addEventListener(name, () => done(), { capture: true, once: true })
  })

/** Records the user's interactions before the app has started. */
function remember() {
  const typed = new Map<string, Place & { value: string }>()
  let focused: Place | null = null
  let pressed: Place | null = null
  let held: { button: Control; place: Place } | null = null
  const controlOf = (event: Event) => (event.target as Element).closest?.<Control>(CONTROLS) ?? null
  const onFocus = (event: Event) => {
    const control = controlOf(event)
    focused = control && placeOf(control)
  }
  const onInput = (event: Event) => {
    const control = controlOf(event)
    if (!control) return
    const place = placeOf(control)
    typed.set(`${place.look} ${place.index}`, { ...place, value: control.value ?? '' })
  }
  const onPress = (event: Event) => {
    const control = event.type === 'submit' ? (event as SubmitEvent).submitter : controlOf(event)
    if (!control) return
    // A click on a field only focuses it, so there is nothing to replay.
    if (event.type === 'click' && !/^(?:BUTTON|SUMMARY)$/.test(control.tagName)) return
    event.preventDefault()
    event.stopPropagation()
    pressed = placeOf(control as Control)
  }
  const onHold = (event: Event) => {
    const button = controlOf(event)
    const pointer = event as PointerEvent
    // A finger's tap is a click on what is below it when it is lifted, also where that was replaced meanwhile. Only the mouse's
    // first button presses.
    const isHeld = pointer.pointerType === 'mouse' && pointer.button === 0 && button?.tagName === 'BUTTON'
    held = isHeld ? { button, place: placeOf(button) } : null
  }
  // The browser fires no click if the app has replaced the button between the mouse's down and up.
  const onRelease = (event: Event) => {
    const below = event.type === 'pointerup' ? controlOf(event) : null
    if (held && below && !held.button.isConnected && lookOf(below) === held.place.look) pressed = held.place
    held = null
  }
  const listeners = { focusin: onFocus, input: onInput, click: onPress, submit: onPress, pointerdown: onHold }
  for (const name of RELEASES) window.addEventListener(name, onRelease, true)
  for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener, true)
  return async () => {
    for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener, true)
    if (held) await released()
    for (const name of RELEASES) window.removeEventListener(name, onRelease, true)
    const until = performance.now() + LONGEST_WAIT_MS
    for (const { value, ...place } of typed.values()) {
      const control = await appeared(place, until)
      if (control) typeInto(control, value)
    }
    if (focused && (document.activeElement === document.body || document.activeElement === null))
      (await appeared(focused, until))?.focus({ preventScroll: true })
    if (pressed) (await appeared(pressed, until))?.click()
  }
}

/** `vite.config.ts` puts the address of the app's code into the page. */
const load = () => import(/* @vite-ignore */ (document.getElementById('app') as HTMLLinkElement).href)

/**
 * Resolves when the app has replaced all server-rendered nodes; `platform/first-drawing.tsx` marks items that still show
 * theirs.
 */
function drawn(): Promise<void> {
  const serverRendered = root.firstChild
  return new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (serverRendered?.isConnected || root.querySelector('[data-server-nodes]')) return
      observer.disconnect()
      done()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
}

/** Fetches scripts that the page only references, after everything visible has been painted. */
function fetchLater(): void {
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  })
  painted.observe({ type: 'paint', buffered: true })
}

/** Other digits, another theme, or a signed-in account: this browser would render the page differently. */
function isForSomebodyElse(): boolean {
  try {
    return ['hessa.token', 'hessa.preferences'].some((key) => localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}

/** Chrome fires a spurious scroll event at position 0 for right-to-left layout, which is not a user interaction. */
function startAtFirstSign(): void {
  const doAgain = remember()
  let hasStarted = false
  const start = (sign?: Event) => {
    if (hasStarted || (sign?.type === 'scroll' && window.scrollY === 0)) return
    hasStarted = true
    clearTimeout(timer)
    for (const sign of SIGNS) window.removeEventListener(sign, start, true)
    void drawn().then(doAgain)
    void load()
  }
  const timer = setTimeout(start, QUIET_MS)
  for (const sign of SIGNS) window.addEventListener(sign, start, { capture: true, passive: true })
  if (document.readyState === 'complete') fetchLater()
  else window.addEventListener('load', fetchLater, { once: true })
}

if (document.getElementById('initial-data') && !isForSomebodyElse()) startAtFirstSign()
else void load()

export {}
