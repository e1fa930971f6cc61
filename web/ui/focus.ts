import { type RefCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/**
 * All that moves the keyboard's focus, besides what Radix and the browser do. Whoever removes what has the focus sends it
 * to where the reader goes on: otherwise it falls back to the document, and the next Tab begins at the top of the page.
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

/** Moves the focus after a change of `key`, which is given as it was before; not when the component is new. */
export function useFocusAfter<Key>(key: Key, move: (before: Key) => void): void {
  const before = useRef(key)
  const moveNow = useEffectEvent(move)
  useEffect(() => {
    if (before.current === key) return
    const left = before.current
    before.current = key
    moveNow(left)
  }, [key])
}

/** Back to what something was opened from; what is gone by now gives way to the screen. */
export function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) moveFocus(opener)
  if (isFocusLost()) moveFocus(mainRegion(), { preventScroll: true })
}

/** Moves the focus into an element while it is mounted, and back to where it was afterwards. */
export function useFocusInside<E extends HTMLElement>() {
  const element = useRef<E>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (!element.current?.contains(document.activeElement)) moveFocus(element.current, { preventScroll: true })
    return () => {
      if (isFocusLost()) returnFocus(opener)
    }
  }, [opener])
  return element
}

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

let movedKey: unknown = null

/**
 * For an element that leaves one list for another in one change, where React makes a new one: the new one has the focus
 * if the old one had it, or while `isMoving` is set.
 */
export function useFocusAcrossLists<E extends HTMLElement>(key: string | number) {
  const element = useRef<E>(null)
  const isMoving = useRef(false)
  // Layout effects: the old element has the focus until it is removed, and the new one is there in the same change.
  useLayoutEffect(() => {
    if (movedKey === key) moveFocus(element.current)
    return () => {
      if (!isMoving.current && document.activeElement !== element.current) return
      movedKey = key
      queueMicrotask(() => {
        movedKey = null
      })
    }
  }, [key])
  return { element, isMoving }
}

/**
 * The first field that is marked as wrong, in the order of the page. What is marked may be a group of controls: then the
 * one that is chosen, or the first.
 */
export function focusFirstInvalid(form: Target): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const inGroup = invalid?.querySelector<HTMLElement>('input:checked') ?? invalid?.querySelector('input')
  moveFocus(inGroup ?? invalid)
}

/** Where typing begins. */
export const focusFirstField = (form: Target): void => moveFocus(form?.querySelector('input'))
