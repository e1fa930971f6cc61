import type { LessonWithMembers } from '#contract/lessons'
import type { Instant } from '#domain/cairo'
import { isMeetingCanceled } from '#domain/meetings/statuses'
import { MEETING_MINUTES } from '#domain/meetings/times'
import type { SessionKind } from '#domain/sessions/session-id'
import { shownName } from '../../messages/shown-name.ts'
import type { Meeting } from '../../shared/meetings/meeting.ts'
import { lessonView } from '../lessons/shared/lesson-view.ts'

type OtherRole = 'tutor' | 'student' | 'manager'

/** A lesson, interview or demo session as one of its two members sees it. */
export type Session = {
  kind: SessionKind
  id: number
  sessionId: string
  start: Instant
  end: Instant
  /** Minutes. */
  duration: number
  isCancelled: boolean
  /** Whole minutes in which both have been inside so far; null where this is not counted. */
  minutesTogether: number | null
  other: { id: number; name: string | null; image: string | null; role: OtherRole }
}

/** Null where the viewer is neither of the two. */
export function lessonSession(found: LessonWithMembers, myId: number): Session | null {
  const view = lessonView(found, myId)
  if (!view || (view.studentId !== myId && view.tutorId !== myId)) return null
  const { id, sessionId, start, end, duration, canceledAt, other } = view
  return {
    kind: 'lesson',
    id,
    sessionId,
    start,
    end,
    duration,
    isCancelled: canceledAt !== null,
    minutesTogether: view.outcome?.minutesTogether ?? null,
    other: { id: other.id, name: other.name, image: other.image, role: other.isTutor ? 'tutor' : 'student' },
  }
}

/** Null where the viewer is neither of the two. */
export function meetingSession(meeting: Meeting, myId: number): Session | null {
  const { kind, id, sessionId, start, end, status, tutor, manager } = meeting
  if (manager.id !== myId && tutor.id !== myId) return null
  const isManager = manager.id === myId
  const other = isManager ? tutor : manager
  return {
    kind,
    id,
    sessionId,
    start,
    end,
    duration: MEETING_MINUTES,
    isCancelled: isMeetingCanceled(status),
    minutesTogether: null,
    other: { id: other.id, name: shownName(other), image: other.image, role: isManager ? 'tutor' : 'manager' },
  }
}
