import type { LessonMember, LessonOutcomeView, LessonWithMembers } from '#contract/lessons'
import { fromIso, type Instant } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { type Lesson, type LessonState, lessonState } from '#domain/lessons/states'
import { isStudent, isTutorSide } from '#domain/roles'
import type { Tone } from '../../ui/badge.tsx'

/** A lesson in the form that the rules take. */
export function lessonOf(row: LessonWithMembers): Lesson {
  const { start, duration, canceledBy, canceledAt } = row.lesson
  return {
    start: fromIso(start),
    duration,
    canceledBy,
    canceledAt: canceledAt === null ? null : fromIso(canceledAt),
    studentId: studentOf(row)?.userId ?? 0,
    tutorId: tutorOf(row)?.userId ?? 0,
  }
}

/** As of now: that of the answer is as old as the list. */
export const statusOf = (row: LessonWithMembers, now: Instant): LessonState => lessonState(lessonOf(row), now)

export const studentOf = ({ members }: LessonWithMembers): LessonMember | undefined =>
  members.find(({ role }) => isStudent(role))

export const tutorOf = ({ members }: LessonWithMembers): LessonMember | undefined =>
  members.find(({ role }) => isTutorSide(role))

/** Who cancelled, null for a lesson that was not cancelled. */
export function cancelerOf(row: LessonWithMembers): 'student' | 'tutor' | 'staff' | null {
  const { canceledBy } = row.lesson
  if (canceledBy === null) return null
  if (canceledBy === studentOf(row)?.userId) return 'student'
  return canceledBy === tutorOf(row)?.userId ? 'tutor' : 'staff'
}

export const waitTones: Record<NonNullable<LessonOutcomeView['waits']>['reason'], Tone> = {
  record: 'neutral',
  'nobody-attended': 'warning',
  'tutor-absent': 'warning',
  'trial-not-held': 'warning',
  'trial-limit': 'info',
}

export const outcomeTones: Record<LessonOutcome, Tone> = {
  [LessonOutcome.Held]: 'success',
  [LessonOutcome.NobodyAttended]: 'danger',
  [LessonOutcome.TutorAbsent]: 'danger',
  [LessonOutcome.StudentAbsent]: 'warning',
}

export const statusTones: Record<LessonState, Tone> = {
  pending: 'info',
  happening: 'success',
  fulfilled: 'neutral',
  cancelled: 'danger',
}
