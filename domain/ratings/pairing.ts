import type { ErrorCode } from '#domain/errors'
import { isStudent, isStudio, isTutorSide, type Role } from '#domain/roles'

/** Who would rate whom, with what entitles them to (docs/rules/tutors.md 5.3). */
export type Pairing = {
  rater: { role: Role; studioId: number | null; video: string | null }
  ratee: { id: number; role: Role }
  /** Lessons of the two that were not cancelled and have begun. */
  lessonsBegun: number
}

/** A student rates a tutor after a lesson has begun; a tutor the studio that made their video. */
export function whyNotRate({ rater, ratee, lessonsBegun }: Pairing): ErrorCode | null {
  if (isStudent(rater.role) && isTutorSide(ratee.role)) return lessonsBegun > 0 ? null : 'forbidden'
  if (isTutorSide(rater.role) && isStudio(ratee.role))
    return rater.studioId === ratee.id && rater.video ? null : 'forbidden'
  return 'forbidden'
}
