import type { Instant } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { Lesson } from './states.ts'

/** Maximum characters of a tutor's private notes about a student (docs/rules/lessons.md 9.3). */
export const MAX_STUDENT_NOTES = 4000

/** Maximum characters of a lesson's summary, which both members read (docs/rules/lessons.md 9.1). */
export const MAX_SUMMARY = 2000

/** The tutor of a lesson that has begun and was not cancelled writes its summary (docs/rules/lessons.md 9.1). */
export function whyNotSummarize(
  lesson: Pick<Lesson, 'start' | 'canceledAt'>,
  { isTutor }: { isTutor: boolean },
  now: Instant,
): ErrorCode | null {
  if (!isTutor) return 'forbidden'
  return lesson.canceledAt !== null || now < lesson.start ? 'illegal' : null
}
