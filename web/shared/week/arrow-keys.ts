import type { KeyboardEvent } from 'react'
import { moveFocus } from '../../ui/focus.ts'

/** The distance along the line of reading and down the column, of each key, where text runs from left to right. */
const STEPS: Record<string, readonly [along: number, down: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): readonly [number, number] | null {
  const step = STEPS[key]
  if (!step) return null
  return getComputedStyle(currentTarget).direction === 'rtl' ? [-step[0] + 0, step[1]] : step
}

const topOf = (element: HTMLElement): number => element.getBoundingClientRect().top

const nearestTo = (button: HTMLElement, others: readonly HTMLElement[]): HTMLElement | undefined =>
  others.toSorted((one, other) => Math.abs(topOf(one) - topOf(button)) - Math.abs(topOf(other) - topOf(button)))[0]

/**
 * Arrow keys on the buttons of a grid whose columns have `data-column`: up and down within a column, sideways to the button
 * at about the same height in the next non-empty column.
 */
export function moveBetweenColumns(event: KeyboardEvent<HTMLElement>): void {
  const step = stepOf(event)
  const button = event.target instanceof HTMLElement ? event.target.closest('button') : null
  const column = button?.closest('[data-column]')
  if (!step || !button || !column) return
  const [along, down] = step
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')].map((one) =>
    [...one.querySelectorAll<HTMLElement>('button:enabled')].toSorted((a, b) => topOf(a) - topOf(b)),
  )
  const here = columns.findIndex((buttons) => buttons.includes(button))
  const sideways = along > 0 ? columns.slice(here + 1) : columns.slice(0, here).toReversed()
  const next =
    along === 0
      ? columns[here]?.[columns[here].indexOf(button) + down]
      : nearestTo(button, sideways.find((buttons) => buttons.length > 0) ?? [])
  event.preventDefault()
  moveFocus(next)
}

const WEEK = 7

/** Arrow keys on the days of a month, whose buttons carry `data-date`: a day along, a week up and down. */
export function moveBetweenDays(event: KeyboardEvent<HTMLElement>): void {
  const step = stepOf(event)
  const day = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-date]') : null
  if (!step || !day) return
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-date]')]
  event.preventDefault()
  moveFocus(days[days.indexOf(day) + step[0] + WEEK * step[1]])
}
