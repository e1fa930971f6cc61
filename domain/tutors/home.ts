import { type Instant, minutes, type TimeRange } from '../cairo.ts'
import { rangeOf } from '../lessons/durations.ts'
import type { Piastres } from '../money.ts'

/** The number of days whose ratings make up the trend of a tutor's rating (docs/rules/tutors.md 6.3). */
export const RATING_TREND_DAYS = 90

/** A lesson that was not cancelled; `decided` is the correction of its pay by decisions. */
export type PaidLesson = { start: Instant; duration: number; price: Piastres; decided: Piastres }

/** Number, minutes and the tutor's pay in piastres. */
export type LessonTotal = { lessons: number; minutes: number; earned: Piastres }

const totalOf = (counted: readonly PaidLesson[]): LessonTotal => ({
  lessons: counted.length,
  minutes: counted.reduce((sum, { duration }) => sum + duration, 0),
  earned: counted.reduce((sum, { price, decided }) => sum + price + decided, 0),
})

/** The totals of lessons that are over, and of those that are not (docs/rules/tutors.md 6.1). */
export function lessonTotals(counted: readonly PaidLesson[], now: Instant): { held: LessonTotal; coming: LessonTotal } {
  const isHeld = (lesson: PaidLesson) => rangeOf(lesson).end <= now
  return { held: totalOf(counted.filter(isHeld)), coming: totalOf(counted.filter((lesson) => !isHeld(lesson))) }
}

/** The minutes of slots within a range; slots of one person do not overlap. */
export const offeredMinutes = (slots: readonly TimeRange[], range: TimeRange): number =>
  slots.reduce((sum, { start, end }) => sum + Math.min(end, range.end) - Math.max(start, range.start), 0) / minutes(1)

/** Ratings are shown with one decimal, so they are compared with one. */
const inTenths = (average: number): number => Math.round(average * 10)

type Mean = { average: number | null }

/** Whether the latest ratings are above or below the mean of all; null without ratings to compare. */
export function ratingTrend({ average, recent }: Mean & { recent: Mean }): 'up' | 'down' | 'same' | null {
  if (average === null || recent.average === null) return null
  const difference = inTenths(recent.average) - inTenths(average)
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}
