import { hours, type Instant, type LocalDay, localDay, startOfDay, type TimeRange } from '../cairo.ts'

/** Lessons that began at the same instant, or in the same hour: their number, paid and free, and their minutes. */
export type TaughtLessons = {
  start: Instant
  paidLessons: number
  paidMinutes: number
  freeLessons: number
  freeMinutes: number
}

/** Lessons that began before this hour are over, whatever their duration. */
export const startOfOpenHours = (now: Instant): Instant => now - (now % hours(1)) - hours(1)

export type TaughtDay = {
  date: LocalDay
  paidLessonCount: number
  paidTutoringMinutes: number
  freeLessonCount: number
  freeTutoringMinutes: number
}

/**
 * Whole days in Cairo: from the day of `after` up to, but not including, the day of `before` (docs/rules/lessons.md
 * 5.3).
 */
export const taughtWindow = (after: Instant, before: Instant): TimeRange => ({
  start: startOfDay(localDay(after)),
  end: startOfDay(localDay(before)),
})

const withLessons = (day: TaughtDay, taught: TaughtLessons): TaughtDay => ({
  date: day.date,
  paidLessonCount: day.paidLessonCount + taught.paidLessons,
  paidTutoringMinutes: day.paidTutoringMinutes + taught.paidMinutes,
  freeLessonCount: day.freeLessonCount + taught.freeLessons,
  freeTutoringMinutes: day.freeTutoringMinutes + taught.freeMinutes,
})

/** The totals of each Cairo day on which a lesson started, in order; days without a lesson are omitted. */
export function taughtDays(lessons: readonly TaughtLessons[]): TaughtDay[] {
  const days = new Map<LocalDay, TaughtDay>()
  const none = { paidLessonCount: 0, paidTutoringMinutes: 0, freeLessonCount: 0, freeTutoringMinutes: 0 }
  const held = lessons.filter(({ paidLessons, freeLessons }) => paidLessons + freeLessons > 0)
  for (const taught of held.toSorted((one, other) => one.start - other.start)) {
    const date = localDay(taught.start)
    days.set(date, withLessons(days.get(date) ?? { date, ...none }, taught))
  }
  return [...days.values()]
}
