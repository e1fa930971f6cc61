import { type Instant, type LocalDay, localDay, startOfDay, type TimeRange } from '../cairo.ts'

/** The number of lessons with the same start, duration (minutes) and payment (paid or free). */
export type TaughtLessons = { start: Instant; duration: number; isPaid: boolean; count: number }

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

function withLessons(day: TaughtDay, { duration, isPaid, count }: TaughtLessons): TaughtDay {
  const { paidLessonCount, paidTutoringMinutes, freeLessonCount, freeTutoringMinutes } = day
  const minutes = duration * count
  return isPaid
    ? { ...day, paidLessonCount: paidLessonCount + count, paidTutoringMinutes: paidTutoringMinutes + minutes }
    : { ...day, freeLessonCount: freeLessonCount + count, freeTutoringMinutes: freeTutoringMinutes + minutes }
}

/** The totals of each Cairo day on which a lesson started, in order; days without a lesson are omitted. */
export function taughtDays(lessons: readonly TaughtLessons[]): TaughtDay[] {
  const days = new Map<LocalDay, TaughtDay>()
  const none = { paidLessonCount: 0, paidTutoringMinutes: 0, freeLessonCount: 0, freeTutoringMinutes: 0 }
  for (const taught of lessons.toSorted((one, other) => one.start - other.start)) {
    const date = localDay(taught.start)
    days.set(date, withLessons(days.get(date) ?? { date, ...none }, taught))
  }
  return [...days.values()]
}
