import type { ErrorCode } from '#domain/errors'
import { isStudent, isStudio, isTutorSide, type Role } from '#domain/roles'

/** A rater and a ratee, with the facts that permit the rating (docs/rules/tutors.md 5.3). */
export type Pairing = {
  rater: { role: Role; studioId: number | null; video: string | null }
  ratee: { id: number; role: Role }
  /** The pair's lessons that have begun and were not cancelled. */
  lessonsBegun: number
}

/** A student may rate a tutor after a lesson has begun; a tutor may rate the studio that made their video. */
export function whyNotRate({ rater, ratee, lessonsBegun }: Pairing): ErrorCode | null {
  if (isStudent(rater.role) && isTutorSide(ratee.role)) return lessonsBegun > 0 ? null : 'forbidden'
  if (isTutorSide(rater.role) && isStudio(ratee.role))
    return rater.studioId === ratee.id && rater.video ? null : 'forbidden'
  return 'forbidden'
}
