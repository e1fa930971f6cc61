import type { LessonMember, LessonOutcomeView, LessonWithMembers } from '#contract/lessons'
import { fromIso, type TimeRange } from '#domain/cairo'
import { type LessonDuration, rangeOf } from '#domain/lessons/durations'
import type { Lesson } from '#domain/lessons/states'
import { isTutorSide } from '#domain/roles'
import { shownName } from '../../../messages/shown-name.ts'

/** A lesson as one of its two people sees it. */
export type LessonView = Lesson &
  TimeRange & {
    id: number
    duration: LessonDuration
    slotId: number
    sessionId: string
    /** What the tutor wrote about it; null where nothing is written. */
    summary: string | null
    /** Its outcome, once it has begun. */
    outcome: LessonOutcomeView | null
    other: { id: number; name: string | null; image: string | null; isTutor: boolean; isMinor: boolean }
  }

const isTutor = ({ role }: LessonMember) => isTutorSide(role)

/** Null for a lesson that lacks one of its people. */
export function lessonView(
  { lesson, members, summary, outcome }: LessonWithMembers,
  viewerId: number,
): LessonView | null {
  const tutor = members.find(isTutor)
  const student = members.find((member) => member !== tutor)
  if (!tutor || !student) return null
  const other = viewerId === tutor.userId ? student : tutor
  const { id, duration, slotId, sessionId, canceledBy } = lesson
  const canceledAt = lesson.canceledAt === null ? null : fromIso(lesson.canceledAt)
  return {
    id,
    duration,
    slotId,
    sessionId,
    summary: summary?.text ?? null,
    outcome,
    canceledBy,
    canceledAt,
    ...rangeOf({ start: fromIso(lesson.start), duration }),
    tutorId: tutor.userId,
    studentId: student.userId,
    other: {
      id: other.userId,
      name: shownName(other),
      image: other.image,
      isTutor: other === tutor,
      isMinor: other.isMinor,
    },
  }
}

export const lessonViews = (list: readonly LessonWithMembers[], viewerId: number): LessonView[] =>
  list.flatMap((one) => lessonView(one, viewerId) ?? [])
