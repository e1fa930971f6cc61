/** A screen gone through with Tab alone, as by somebody without a mouse. */
import { expect, type Page } from '@playwright/test'

/** The rest of a long screen is made of the same parts. */
const MOST_STOPS = 12

/** What the page remembers between two stops. */
type Visit = { stops: Element[]; look: string }
type PageWithVisit = typeof globalThis & { tabVisit?: Visit }

/**
 * Sends the focus to where it is when a screen has just been loaded, and answers whether a dialog keeps it. Runs in the page.
 */
function begin(): boolean {
  const page = globalThis as PageWithVisit
  page.tabVisit = { stops: [], look: '' }
  if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return true
  // The next Tab begins where the focus was, even where it is no more.
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  return false
}

/**
 * Looks at what has the focus, and once more at what had it before: only then it shows how it looks without. Answers what is
 * wrong, and whether the visit is over. Runs in the page.
 */
async function lookAtFocus(): Promise<{ faults: string[]; isOver: boolean }> {
  const visit = (globalThis as PageWithVisit).tabVisit ?? { stops: [], look: '' }
  const describe = (element: Element) => element.outerHTML.replaceAll(/ class="[^"]*"/g, '').slice(0, 160)
  const labelsOf = (element: Element): Element[] =>
    'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []

  const nameOf = (element: Element): string => {
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '').split(' ')
    const names = [
      element.getAttribute('aria-label'),
      ...labelledBy.map((id) => document.getElementById(id)?.textContent),
    ]
    // A region is not named by what it holds.
    if (
      element.matches(
        'a, button, summary, input, select, textarea, [role=button], [role=tab], [role=radio], [role=switch]',
      )
    )
      for (const one of [element, ...element.querySelectorAll('[aria-label], [alt]'), ...labelsOf(element)])
        names.push(one.textContent, one.getAttribute('aria-label'), one.getAttribute('alt'), one.getAttribute('title'))
    return names.join(' ').trim()
  }

  /** Outlines and shadows of an element, and of what is around it and may show the focus in its place. */
  const lookOf = (element: Element): string => {
    const looks: string[] = []
    const add = (one: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one, pseudo)
      looks.push(outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`, boxShadow)
    }
    for (const pseudo of [undefined, '::before', '::after']) add(element, pseudo)
    for (let level = 0, around = element.parentElement; level < 3 && around; level++, around = around.parentElement)
      add(around)
    return looks.join('|')
  }

  /** Of nine points of it, or of its label, at least one is in the window with nothing above it. */
  const isSeen = (element: Element): boolean => {
    const parts = [element, ...labelsOf(element)]
    const shares = [0.5, 0.1, 0.9]
    const isOnTop = (x: number, y: number) => {
      const there = document.elementFromPoint(x, y)
      return there !== null && parts.some((part) => part.contains(there))
    }
    return parts
      .flatMap((part) => [...part.getClientRects()])
      .some((box) => {
        const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
        const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
        return shares.some((x) => shares.some((y) => isOnTop(left + (right - left) * x, top + (bottom - top) * y)))
      })
  }

  /** Where an element is that is not seen, and what lies above it. */
  const positionOf = (element: Element): string => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const place = `${Math.round(top)}…${Math.round(bottom)} of ${innerHeight} px, scrolled ${Math.round(scrollY)}`
    return `${place}, under ${above === null ? 'nothing' : describe(above)}`
  }

  /** The first control behind an element that Tab should reach. Of radio buttons it reaches the chosen one. */
  const controlBehind = (element: Element): Element | undefined => {
    const around = element.closest('[role=dialog], [role=alertdialog]') ?? document
    const controls = around.querySelectorAll(
      'a[href], button:enabled, input:enabled:not([type=radio]), select:enabled, textarea:enabled',
    )
    return [...controls].find(
      (one) =>
        one instanceof HTMLElement &&
        one.tabIndex >= 0 &&
        one.checkVisibility({ visibilityProperty: true }) &&
        one.closest('[inert]') === null &&
        (element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    )
  }

  // What fades in or out is looked at as it will be.
  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  const focused = document.activeElement
  const before = visit.stops.at(-1)
  // Tab also goes through the parts of a film's controls and of a date.
  if (focused === before && focused?.matches('video, audio, iframe, input')) return { faults: [], isOver: false }

  const faults: string[] = []
  if (before?.isConnected && before !== focused && lookOf(before) === visit.look)
    faults.push(`shows no focus: ${describe(before)}`)
  const at = focused === null ? -1 : visit.stops.indexOf(focused)
  if (focused === null || focused === document.body || at >= 0) {
    if (at > 0) faults.push(`leads back to: ${describe(visit.stops[at] ?? document.body)}`)
    else if (!before?.isConnected) faults.push('loses the focus with what is gone')
    else {
      const isPastNavigation = before.getAttribute('href') === '#main'
      const passedBy = controlBehind((isPastNavigation && document.getElementById('main')) || before)
      if (passedBy) faults.push(`passes by: ${describe(passedBy)}`)
    }
    return { faults, isOver: true }
  }
  visit.stops.push(focused)
  visit.look = lookOf(focused)
  if (!nameOf(focused)) faults.push(`has no name: ${describe(focused)}`)
  // What has just come above it moves it, and is scrolled after it within some frames.
  for (let frame = 0; frame < 30 && !isSeen(focused); frame++) await new Promise(requestAnimationFrame)
  // Live data may have moved it away after that. Focused again, it is scrolled to as by Tab.
  if (!isSeen(focused) && focused instanceof HTMLElement) {
    focused.blur()
    focused.focus()
  }
  if (!isSeen(focused)) faults.push(`is out of sight or covered, at ${positionOf(focused)}: ${describe(focused)}`)
  return { faults, isOver: false }
}

/**
 * Expects that Tab goes from control to control, each with a name, in sight and looking otherwise than without the focus. Begins
 * with the link past the navigation and goes on behind it, or inside the dialog that is open.
 */
export async function expectTabOrder(page: Page, what: string): Promise<void> {
  const faults: string[] = []
  const next = async (key: string) => {
    await page.keyboard.press(key)
    const stop = await page.evaluate(lookAtFocus)
    faults.push(...stop.faults)
    return stop
  }
  const hasDialog = await page.evaluate(begin)
  if (!hasDialog) {
    await next('Tab')
    await page.keyboard.press('Enter')
    await expect.soft(page.locator('#main'), `${what}: the link past the navigation`).toBeFocused()
  }
  for (let stop = 0; stop < MOST_STOPS; stop++) if ((await next('Tab')).isOver) break
  expect.soft(faults, `${what}: Tab`).toEqual([])
}
