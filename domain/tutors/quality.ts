import { calendarWeekOf, type Instant, minutes, plusDays } from '../cairo.ts'
import { rangeOf } from '../lessons/durations.ts'
import type { Presence } from '../sessions/attendance.ts'
import { shareOf } from '../staff/dashboard-figures.ts'

/** How many whole calendar weeks the figures of a tutor reach back, beside the running one (docs/rules/staff.md 15.1). */
export const QUALITY_WEEKS = 12

/** A tutor who joins within this time of the start is punctual. */
const PUNCTUAL_GRACE = minutes(1)

/** The beginning of the weeks that count at `now`: the Saturday in Cairo twelve weeks before the running week's. */
export const qualitySince = (now: Instant): Instant => plusDays(calendarWeekOf(now).start, -7 * QUALITY_WEEKS)

/**
 * Whether the tutor was late: inside at no moment from the start of the lesson until a minute after it (docs/rules/lessons.md
 * 10.9). Who left before the start and came back later was late.
 */
export function isLate(lesson: { start: Instant; duration: number }, tutor: readonly Presence[]): boolean {
  const { start } = rangeOf(lesson)
  return !tutor.some((time) => time.start <= start + PUNCTUAL_GRACE && (time.end === null || time.end > start))
}

/** The counted lessons of a tutor (docs/rules/staff.md 15.1). */
export const qualityCountNames = [
  'settled',
  'canceled',
  'fulfilled',
  'held',
  'timed',
  'late',
  'cutShort',
  'disputed',
  'measured',
  'poorCall',
] as const
export type QualityCountName = (typeof qualityCountNames)[number]
export type QualityCounts = Record<QualityCountName, number>

/** What tutors are compared by. */
export const qualityFigures = ['fulfilled', 'punctual', 'rating', 'disputed', 'cutShort', 'poorCall'] as const
export type QualityFigure = (typeof qualityFigures)[number]

/** Shares in hundredths of a percent, the rating in hundredths of a star; null without anything to count. */
export type Quality = Record<QualityFigure, number | null> & {
  /** Lessons that came due: those that are over, and those that the tutor has cancelled. */
  lessons: number
}

/** The figures of a tutor from the counted lessons and all ratings (docs/rules/staff.md 15.1). */
export function qualityOf(counts: QualityCounts, { ratings, stars }: { ratings: number; stars: number }): Quality {
  const lessons = counts.settled + counts.canceled
  return {
    lessons,
    fulfilled: shareOf(counts.fulfilled, lessons),
    punctual: shareOf(counts.timed - counts.late, counts.timed),
    rating: ratings === 0 ? null : Math.round((stars / ratings) * 100),
    disputed: shareOf(counts.disputed, counts.settled),
    cutShort: shareOf(counts.cutShort, counts.held),
    poorCall: shareOf(counts.poorCall, counts.measured),
  }
}

/** The best value that is poor (docs/rules/staff.md 15.3): of shares hundredths of a percent, of the rating hundredths of a star. */
export const POOR_QUALITY = {
  fulfilled: { isPoorUntil: 9_000 },
  punctual: { isPoorUntil: 8_000 },
  rating: { isPoorUntil: 400 },
  disputed: { isPoorFrom: 500 },
  cutShort: { isPoorFrom: 1_000 },
  poorCall: { isPoorFrom: 2_000 },
} as const satisfies Record<QualityFigure, { isPoorUntil: number } | { isPoorFrom: number }>

/** Whether a figure is so poor that staff look at it (docs/rules/staff.md 15.3); one that is not known is not. */
export function isPoor(figure: QualityFigure, value: number | null): boolean {
  if (value === null) return false
  const bound = POOR_QUALITY[figure]
  return 'isPoorUntil' in bound ? value <= bound.isPoorUntil : value >= bound.isPoorFrom
}
