import { addDays, type LocalDay, weekdayOf } from '#domain/cairo'

const SATURDAY = 6
const DAYS_A_WEEK = 7

export const isSameMonth = (one: LocalDay, other: LocalDay): boolean => one.slice(0, 7) === other.slice(0, 7)

const firstOfMonth = (day: LocalDay): LocalDay => `${day.slice(0, 8)}01` as LocalDay

/** The Saturday on or before a day. */
export const saturdayOf = (day: LocalDay): LocalDay =>
  addDays(day, -((weekdayOf(day) - SATURDAY + DAYS_A_WEEK) % DAYS_A_WEEK))

/** As many months later, on the last day of a shorter month. */
export function plusMonths(day: LocalDay, count: number): LocalDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + count
  const first = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01` as LocalDay
  const wanted = addDays(first, date - 1)
  return isSameMonth(wanted, first) ? wanted : lastOfMonth(first)
}

function lastOfMonth(day: LocalDay): LocalDay {
  const next = addDays(firstOfMonth(day), 31)
  return addDays(firstOfMonth(next), -1)
}

/** The weeks, from Saturday, that hold the days of a month; the days of its neighbours fill them. */
export function weeksOfMonth(day: LocalDay): LocalDay[][] {
  const weeks: LocalDay[][] = []
  const last = lastOfMonth(day)
  for (let saturday = saturdayOf(firstOfMonth(day)); saturday <= last; saturday = addDays(saturday, DAYS_A_WEEK))
    weeks.push(Array.from({ length: DAYS_A_WEEK }, (_, index) => addDays(saturday, index)))
  return weeks
}

const steps: Record<string, (day: LocalDay) => LocalDay> = {
  ArrowUp: (day) => addDays(day, -DAYS_A_WEEK),
  ArrowDown: (day) => addDays(day, DAYS_A_WEEK),
  Home: saturdayOf,
  End: (day) => addDays(saturdayOf(day), DAYS_A_WEEK - 1),
  PageUp: (day) => plusMonths(day, -1),
  PageDown: (day) => plusMonths(day, 1),
}

/** Where a key leads from a day in a calendar; the arrows to the sides are the reader's own. Null for other keys. */
export function dayByKey(key: string, day: LocalDay, inlineStep: -1 | 0 | 1): LocalDay | null {
  if (inlineStep !== 0) return addDays(day, inlineStep)
  return steps[key]?.(day) ?? null
}
