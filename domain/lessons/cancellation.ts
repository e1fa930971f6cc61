import { type Instant, minutes } from '../cairo.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { rangeOf } from './durations.ts'
import { TUTOR_GRACE } from './outcome.ts'
import { isCancelled, isMember, type Lesson } from './states.ts'

export type Cancellation = { canceledBy: number; canceledAt: Instant; returnedMinutes: number }

/**
 * Why a user cannot cancel a lesson: only its members can, until its exact end; its student no longer can once it has begun
 * and its tutor has attended (docs/rules/lessons.md 4.1). `tutorCame`: whether the tutor has been in the session since the
 * start.
 */
export function whyNotCancelable(
  lesson: Lesson | null,
  actorId: number,
  now: Instant,
  tutorCame: boolean,
): ErrorCode | null {
  if (!lesson) return 'lesson-not-found'
  if (!isMember(lesson, actorId)) return 'forbidden'
  if (rangeOf(lesson).end < now) return 'lesson-time-passed'
  const isTaken = actorId === lesson.studentId && now >= lesson.start && tutorCame
  return isTaken && !isCancelled(lesson) ? 'lesson-in-progress' : null
}

/**
 * Why staff cannot cancel a lesson of others: they can until its exact end, and no longer once it has begun and its tutor has
 * attended; such a lesson is decided after its end, so that the tutor's pay is not lost (docs/rules/lessons.md 11.2).
 */
export function whyNotCancelableByStaff(lesson: Lesson | null, now: Instant, tutorCame: boolean): ErrorCode | null {
  if (!lesson) return 'lesson-not-found'
  if (rangeOf(lesson).end < now) return 'lesson-time-passed'
  return now >= lesson.start && tutorCame && !isCancelled(lesson) ? 'lesson-in-progress' : null
}

/**
 * As `cancelLesson`, by a member of staff: all of its minutes are returned, whenever it is (docs/rules/lessons.md 11.2).
 * @throws DomainError the code of `whyNotCancelableByStaff`.
 */
export function cancelLessonByStaff(
  lesson: Lesson | null,
  staffId: number,
  now: Instant,
  tutorCame: boolean,
): Cancellation | null {
  const refusal = whyNotCancelableByStaff(lesson, now, tutorCame)
  if (refusal || !lesson) throw new DomainError(refusal ?? 'lesson-not-found')
  if (isCancelled(lesson)) return null
  return { canceledBy: staffId, canceledAt: now, returnedMinutes: lesson.duration }
}

/**
 * The minutes are returned, unless the student cancels a lesson that has begun before the tutor is `TUTOR_GRACE` minutes
 * late (docs/rules/lessons.md 4.2).
 */
const returnedMinutes = (lesson: Lesson, actorId: number, now: Instant) => {
  const isGrace = now >= lesson.start && now < lesson.start + minutes(TUTOR_GRACE)
  return isGrace && actorId === lesson.studentId ? 0 : lesson.duration
}

/**
 * What a cancellation records, and how many minutes it returns; null for an already cancelled lesson: a repeated request is
 * not an error and changes nothing.
 * @throws DomainError the code of `whyNotCancelable`.
 */
export function cancelLesson(
  lesson: Lesson | null,
  actorId: number,
  now: Instant,
  tutorCame: boolean,
): Cancellation | null {
  const refusal = whyNotCancelable(lesson, actorId, now, tutorCame)
  if (refusal || !lesson) throw new DomainError(refusal ?? 'lesson-not-found')
  if (isCancelled(lesson)) return null
  return { canceledBy: actorId, canceledAt: now, returnedMinutes: returnedMinutes(lesson, actorId, now) }
}
