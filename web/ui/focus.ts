import { useRouter } from '@tanstack/react-router'
import { type RefCallback, useEffect } from 'react'

/**
 * All focus handling besides that of Radix and the browser. Code that removes the focused element moves the focus to where
 * the user continues: otherwise it falls back to the document, and the next Tab starts at the top of the page. Functions
 * that only some screens need are in `focus-hooks.ts`, because this file is loaded before every first screen.
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

/** The region that contains every screen. */
export const mainRegion = (): HTMLElement | null => document.getElementById('main')

/** A ref that focuses the element when it is mounted. */
export const focusOnMount: RefCallback<HTMLElement> = (element) => moveFocus(element)

let stepHeadingElement: HTMLElement | null = null

/** A ref for the heading of the step that is shown, in a screen of several steps under one address. */
export const stepHeading: RefCallback<HTMLElement> = (element) => {
  stepHeadingElement = element
}

/** Moves the focus to the beginning of the visible content: the step, or else the screen. */
export function focusHeading(): void {
  const main = mainRegion()
  moveFocus(stepHeadingElement ?? main?.querySelector('h1') ?? main, { preventScroll: true })
}

let screensWithOwnFocus = 0

/** For a screen that moves the focus between its steps itself. */
export function useOwnFocus(): void {
  useEffect(() => {
    screensWithOwnFocus += 1
    return () => {
      screensWithOwnFocus -= 1
    }
  }, [])
}

export const hasOwnFocus = (): boolean => screensWithOwnFocus > 0

/**
 * After a change of screen, moves the focus to the new screen's heading instead of a removed link; after a step within a
 * screen, to the step's heading, if the pressed control was removed and the screen does not move the focus itself.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let pressed: Element | null = null
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        pressed = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        const isStep = fromLocation.pathname === toLocation.pathname
        if (isStep && (!pressed || pressed.isConnected || hasOwnFocus())) return
        if (!isFocusInDialog()) focusHeading()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}
