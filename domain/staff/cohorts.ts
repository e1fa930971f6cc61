import {
  calendarMonthOf,
  type Instant,
  isLocalDay,
  type LocalDay,
  localDay,
  startOfDay,
  type TimeRange,
} from '../cairo.ts'

/** A calendar month in Cairo, `YYYY-MM`. */
export type LocalMonth = `${number}-${number}`

/** How many months that are over are shown, as cohorts and as the months in which they are counted (docs/rules/staff.md 2.6). */
export const COHORT_MONTHS = 12

const monthOf = (at: Instant): LocalMonth => localDay(at).slice(0, 7) as LocalMonth

export function rangeOfMonth(month: LocalMonth): TimeRange {
  const day: LocalDay = `${month}-01`
  if (!isLocalDay(day)) throw new Error(`No month: ${month}`)
  return calendarMonthOf(startOfDay(day))
}

/**
 * How somebody of a cohort stood at the end of a month (docs/rules/staff.md 2.6): with a plan, or without one, and of these who has
 * begun one since.
 */
export const stays = ['kept', 'gone', 'paused', 'left'] as const
export type Stay = (typeof stays)[number]

/** A state at the end of a month as one text: `kept-2026-05`. */
export type StayText = `${Stay}-${LocalMonth}`
export const stayText = (stay: Stay, month: LocalMonth): StayText => `${stay}-${month}`

export const isLocalMonth = (text: string): text is LocalMonth => isLocalDay(`${text}-01`)

/** The state and month of such a text; null for any other. */
export function readStay(text: string): { stay: Stay; month: LocalMonth } | null {
  const stay = stays.find((one) => text.startsWith(`${one}-`))
  const month = stay === undefined ? '' : text.slice(stay.length + 1)
  return stay !== undefined && isLocalMonth(month) ? { stay, month } : null
}

/** The oldest month that is shown. */
export const firstCohort = (now: Instant): LocalMonth => monthsOver(now)[0] ?? monthOf(now)

/** The last twelve months that are over, the oldest first. */
export function monthsOver(now: Instant): LocalMonth[] {
  const months: LocalMonth[] = []
  let { start } = calendarMonthOf(now)
  while (months.length < COHORT_MONTHS) {
    const before = calendarMonthOf(start - 1)
    months.unshift(monthOf(before.start))
    start = before.start
  }
  return months
}
