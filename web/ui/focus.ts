import { type RefCallback, useEffect } from 'react'

/**
 * All that moves the keyboard's focus, besides what Radix and the browser do. Whoever removes what has the focus sends it
 * to where the reader goes on: otherwise it falls back to the document, and the next Tab begins at the top of the page. What
 * only some screens need is in `focus-hooks.ts`: this file comes before every first screen.
 */

type Target = HTMLElement | null | undefined

/** Headings and regions, which Tab passes by, take the focus too. */
export function moveFocus(target: Target, options?: FocusOptions): void {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus(options)
}

/** Nothing has the focus, or something that is out of sight. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.getClientRects().length === 0
}

export const isFocusInDialog = (): boolean =>
  document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null

/** The region that every screen stands in. */
export const mainRegion = (): HTMLElement | null => document.getElementById('main')

/** A ref for what has the focus as soon as it is there. */
export const focusOnMount: RefCallback<HTMLElement> = (element) => moveFocus(element)

let stepHeadingElement: HTMLElement | null = null

/** A ref for the heading of the step that is shown, in a screen of several steps under one address. */
export const stepHeading: RefCallback<HTMLElement> = (element) => {
  stepHeadingElement = element
}

/** To the beginning of what is shown: the step, or else the screen. */
export function focusHeading(): void {
  const main = mainRegion()
  moveFocus(stepHeadingElement ?? main?.querySelector('h1') ?? main, { preventScroll: true })
}

let screensWithOwnFocus = 0

/** For a screen that moves the focus between its steps by itself. */
export function useOwnFocus(): void {
  useEffect(() => {
    screensWithOwnFocus += 1
    return () => {
      screensWithOwnFocus -= 1
    }
  }, [])
}

export const hasOwnFocus = (): boolean => screensWithOwnFocus > 0
