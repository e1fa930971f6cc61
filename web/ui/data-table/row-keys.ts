import { useEffect, useEffectEvent, useRef } from 'react'
import { isFocusLost, moveFocus } from '../focus.ts'

const TYPING =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])'

/** Whether keys belong to what has the focus, or to something that is open over the page. */
export function isKeyTaken({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true
  const element = target instanceof Element ? target : null
  if (element?.closest(TYPING)) return true
  const isOver = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
  return element?.closest(isOver) != null || document.querySelector('[role="alertdialog"], [data-scroll-lock]') !== null
}

/** The key on the keyboard, whichever language it types. */
const LETTERS: Readonly<Record<string, string>> = { KeyJ: 'j', KeyK: 'k', KeyO: 'o', KeyX: 'x' }

type RowKeys = {
  /** The rows that are drawn, in their order; each has its place in `data-index`. */
  rows: () => readonly HTMLElement[]
  /** Draws the row of this place, if it is not. */
  reveal: (index: number) => unknown
  count: number
  /** Changes when other rows are shown. */
  version: unknown
}

const indexOf = (row: HTMLElement | undefined | null): number => Number(row?.dataset.index ?? -1)

const primaryOf = (row: HTMLElement): HTMLElement =>
  row.querySelector<HTMLElement>('[data-row-primary]') ?? row.querySelector<HTMLElement>('a, button, input') ?? row

/**
 * j and k move the focus from row to row, o opens the one that has it, x selects it; Enter is the link's own. When other
 * rows are shown the focus stays at its place in the list.
 */
export function useRowKeys({ rows, reveal, count, version }: RowKeys): void {
  const focusedPlace = useRef<number | null>(null)
  const focusRow = (index: number, attempts = 5): void => {
    const row = rows().find((one) => indexOf(one) === index)
    if (row) {
      moveFocus(primaryOf(row))
      row.scrollIntoView({ block: 'nearest' })
    } else if (attempts > 0) requestAnimationFrame(() => focusRow(index, attempts - 1))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = LETTERS[event.code]
    if (!key || event.shiftKey || isKeyTaken(event)) return
    const current = rows().find((row) => row.contains(document.activeElement))
    if (key === 'j' || key === 'k') {
      const next = current ? indexOf(current) + (key === 'j' ? 1 : -1) : 0
      if (next < 0 || next >= count) return
      event.preventDefault()
      reveal(next)
      focusedPlace.current = next
      focusRow(next)
    } else if (current) {
      event.preventDefault()
      if (key === 'o') current.querySelector<HTMLElement>('[data-row-primary]')?.click()
      else current.querySelector<HTMLElement>('[data-row-select]')?.click()
    }
  })
  const keepPlace = useEffectEvent(() => {
    if (focusedPlace.current !== null && count > 0 && isFocusLost()) focusRow(Math.min(focusedPlace.current, count - 1))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows change, not when it reads them
  useEffect(() => keepPlace(), [version])
  useEffect(() => {
    const leave = () => {
      focusedPlace.current = null
    }
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('keydown', listen)
      document.removeEventListener('pointerdown', leave)
    }
  }, [])
}
