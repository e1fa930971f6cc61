import type { Instant } from '../cairo.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { rangeOf } from './durations.ts'
import { isCancelled, isMember, type Lesson } from './states.ts'

export type Cancellation = { canceledBy: number; canceledAt: Instant; returnedMinutes: number }

/** Why a user cannot cancel a lesson: only its members can, until its exact end (docs/rules/lessons.md 4.1). */
export function whyNotCancelable(lesson: Lesson | null, actorId: number, now: Instant): ErrorCode | null {
  if (!lesson) return 'lesson-not-found'
  if (!isMember(lesson, actorId)) return 'forbidden'
  return rangeOf(lesson).end < now ? 'lesson-time-passed' : null
}

/**
 * The minutes are returned, unless the student cancels a lesson that has started
 * (docs/rules/lessons.md 4.2).
 */
const returnedMinutes = (lesson: Lesson, actorId: number, now: Instant) =>
  now >= lesson.start && actorId === lesson.studentId ? 0 : lesson.duration

/**
 * What a cancellation records, and how many minutes it returns; null for a lesson that is cancelled already: a repeated
 * request is not an error and changes nothing.
 * @throws DomainError the code of `whyNotCancelable`.
 */
export function cancelLesson(lesson: Lesson | null, actorId: number, now: Instant): Cancellation | null {
  const refusal = whyNotCancelable(lesson, actorId, now)
  if (refusal || !lesson) throw new DomainError(refusal ?? 'lesson-not-found')
  if (isCancelled(lesson)) return null
  return { canceledBy: actorId, canceledAt: now, returnedMinutes: returnedMinutes(lesson, actorId, now) }
}
