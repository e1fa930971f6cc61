import { type Instant, type LocalDay, localDay, startOfDay, type TimeRange } from '../cairo.ts'

/** Lessons that began together, were as long and were alike paid or free; `duration` in minutes. */
export type TaughtLessons = { start: Instant; duration: number; isPaid: boolean; count: number }

export type TaughtDay = {
  date: LocalDay
  paidLessonCount: number
  paidTutoringMinutes: number
  freeLessonCount: number
  freeTutoringMinutes: number
}

/** The Cairo days from that of `after` up to, but not including, that of `before` (docs/rules/lessons.md 5.3). */
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

/** What was taught on each Cairo day on which a lesson began, in order; days without one are left out. */
export function taughtDays(lessons: readonly TaughtLessons[]): TaughtDay[] {
  const days = new Map<LocalDay, TaughtDay>()
  const none = { paidLessonCount: 0, paidTutoringMinutes: 0, freeLessonCount: 0, freeTutoringMinutes: 0 }
  for (const taught of lessons.toSorted((one, other) => one.start - other.start)) {
    const date = localDay(taught.start)
    days.set(date, withLessons(days.get(date) ?? { date, ...none }, taught))
  }
  return [...days.values()]
}
