import type { Instant } from '../cairo.ts'

/** `nearestFreeTime` is that of `domain/lessons/slots.ts`, null for a tutor without one; `avgRating` is 0 without ratings. */
export type Ranked = { id: number; nearestFreeTime: Instant | null; avgRating: number; lessonCount: number }

const freeTime = ({ nearestFreeTime }: Ranked) => nearestFreeTime ?? Number.MAX_SAFE_INTEGER

/**
 * The public order: who is free soonest, tutors without a free time last; then the better rated, then the more taught
 * (docs/rules/tutors.md 2.3). The id settles the rest, so that pages never share a tutor.
 */
export const compareTutors = (one: Ranked, other: Ranked): number =>
  freeTime(one) - freeTime(other) ||
  other.avgRating - one.avgRating ||
  other.lessonCount - one.lessonCount ||
  one.id - other.id
