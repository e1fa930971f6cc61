import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isFocusLost, mainRegion, moveFocus } from './focus.ts'

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

/** The dialog that is open above all others. */
const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(':is([role="dialog"], [role="alertdialog"])[data-state="open"]')].at(-1)

/** Returns the focus to the element from which something was opened; if it is gone, to its dialog or to the screen. */
export function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) moveFocus(opener)
  if (isFocusLost()) moveFocus(topDialog() ?? mainRegion(), { preventScroll: true })
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
export function focusFirstInvalid(form: HTMLElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const inGroup = invalid?.querySelector<HTMLElement>('input:checked') ?? invalid?.querySelector('input')
  moveFocus(inGroup ?? invalid)
}

/** Where typing begins. */
export const focusFirstField = (form: HTMLElement | null): void => moveFocus(form?.querySelector('input'))
