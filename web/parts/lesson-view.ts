import type { LessonMember, LessonWithMembers } from '#contract/lessons'
import { fromIso, type Instant, minutes } from '#domain/cairo'
import { isTutorSide } from '#domain/roles'

export type LessonState = 'pending' | 'happening' | 'fulfilled' | 'cancelled'
export type Canceller = 'self' | 'tutor' | 'student'

/** A lesson as one of its two people sees it. */
export type LessonView = {
  id: number
  start: Instant
  end: Instant
  duration: 15 | 30
  slotId: number
  sessionId: string
  tutorId: number
  other: { id: number; name: string | null; image: string | null; isTutor: boolean }
  cancelledBy: Canceller | null
}

const isTutor = (member: LessonMember) => isTutorSide(member.role)

function cancellerOf(canceledBy: number | null, viewerId: number, tutorId: number): Canceller | null {
  if (canceledBy === null) return null
  if (canceledBy === viewerId) return 'self'
  return canceledBy === tutorId ? 'tutor' : 'student'
}

/** Null for a lesson that lacks one of its people. */
export function lessonView({ lesson, members }: LessonWithMembers, viewerId: number): LessonView | null {
  const tutor = members.find(isTutor)
  const other = members.find(({ userId }) => userId !== viewerId)
  if (!tutor || !other) return null
  const { id, duration, slotId, sessionId } = lesson
  const start = fromIso(lesson.start)
  return {
    ...{ id, duration, slotId, sessionId, start, end: start + minutes(duration), tutorId: tutor.userId },
    other: { id: other.userId, name: other.name, image: other.image, isTutor: isTutor(other) },
    cancelledBy: cancellerOf(lesson.canceledBy, viewerId, tutor.userId),
  }
}

export const lessonViews = (list: readonly LessonWithMembers[], viewerId: number): LessonView[] =>
  list.flatMap((one) => lessonView(one, viewerId) ?? [])
