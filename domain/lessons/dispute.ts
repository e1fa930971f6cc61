import { hours, type Instant, minutes } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { LONGEST_LESSON, rangeOf } from './durations.ts'
import { isMember, type Lesson } from './states.ts'

/** How long after its end a lesson's outcome can be disputed: seven days. */
const DISPUTE_TIME = hours(7 * 24)

/**
 * Why somebody cannot dispute a lesson's outcome: its members can, from its start until seven days after its end, even if
 * it was cancelled after its start (docs/rules/lessons.md 10.5).
 */
export function whyNotDisputable(lesson: Lesson | null, actorId: number, now: Instant): ErrorCode | null {
  if (!lesson) return 'lesson-not-found'
  if (!isMember(lesson, actorId)) return 'forbidden'
  const { start, end } = rangeOf(lesson)
  const neverBegan = lesson.canceledAt !== null && lesson.canceledAt < start
  return now < start || now > end + DISPUTE_TIME || neverBegan ? 'lesson-not-disputable' : null
}

/**
 * A lesson that was cut short with a poor call waits for staff where it began after this: as long as it can be disputed
 * (docs/rules/staff.md 2.1).
 */
export const lostSince = (now: Instant): Instant => now - DISPUTE_TIME - minutes(LONGEST_LESSON)
