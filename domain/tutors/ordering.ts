import type { Instant } from '../cairo.ts'

/** `nearestFreeTime` is null for a tutor without one; `avgRating` is 0 without ratings. */
export type Ranked = { id: number; nearestFreeTime: Instant | null; avgRating: number; lessonCount: number }

const freeTime = ({ nearestFreeTime }: Ranked) => nearestFreeTime ?? Number.MAX_SAFE_INTEGER

/**
 * The public order: soonest free time first, tutors without a free time last; then higher rating, then more lessons
 * (docs/rules/tutors.md 2.3). The id makes the order total, so that pages never repeat a tutor.
 */
export const compareTutors = (one: Ranked, other: Ranked): number =>
  freeTime(one) - freeTime(other) ||
  other.avgRating - one.avgRating ||
  other.lessonCount - one.lessonCount ||
  one.id - other.id
