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
