import type { Instant } from '../cairo.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { rangeOf } from './durations.ts'
import { isCancelled, isMember, type Lesson } from './states.ts'

export type Cancellation = { canceledBy: number; canceledAt: Instant; returnedMinutes: number }

/** Why somebody cannot cancel a lesson: members only, and until its end, which counts (docs/rules/lessons.md 4.1). */
export function whyNotCancelable(lesson: Lesson | null, actorId: number, now: Instant): ErrorCode | null {
  if (!lesson) return 'lesson-not-found'
  if (!isMember(lesson, actorId)) return 'forbidden'
  return rangeOf(lesson).end < now ? 'lesson-time-passed' : null
}

/**
 * The minutes come back, unless the lesson has already begun and it is the student who leaves
 * (docs/rules/lessons.md 4.2).
 */
const returnedMinutes = (lesson: Lesson, actorId: number, now: Instant) =>
  now >= lesson.start && actorId === lesson.studentId ? 0 : lesson.duration

/**
 * What a cancellation records, and how many minutes it gives back; null when the lesson is cancelled already, which is
 * no fault and changes nothing.
 * @throws DomainError the code of `whyNotCancelable`.
 */
export function cancelLesson(lesson: Lesson | null, actorId: number, now: Instant): Cancellation | null {
  const refusal = whyNotCancelable(lesson, actorId, now)
  if (refusal || !lesson) throw new DomainError(refusal ?? 'lesson-not-found')
  if (isCancelled(lesson)) return null
  return { canceledBy: actorId, canceledAt: now, returnedMinutes: returnedMinutes(lesson, actorId, now) }
}
