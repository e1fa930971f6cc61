import type { LessonWithMembers } from '#contract/lessons'
import type { DemoSessionWithMembers, InterviewWithMembers } from '#contract/meetings'
import { fromIso, type Instant } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import { isMeetingCanceled } from '#domain/meetings/statuses'
import { MEETING_MINUTES } from '#domain/meetings/times'
import type { SessionKind } from '#domain/sessions/session-id'
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

export function interviewSession(found: InterviewWithMembers, myId: number): Session | null {
  const { id, sessionId, interviewer, interviewee } = found
  if (interviewer.id !== myId && interviewee.id !== myId) return null
  const iJudge = interviewer.id === myId
  const other = iJudge ? interviewee : interviewer
  return {
    kind: 'interview',
    id,
    sessionId,
    duration: MEETING_MINUTES,
    ...rangeOf({ start: fromIso(found.start), duration: MEETING_MINUTES }),
    isCancelled: isMeetingCanceled(found.status),
    minutesTogether: null,
    other: { id: other.id, name: other.name, image: other.image, role: iJudge ? 'tutor' : 'manager' },
  }
}

export function demoSession(found: DemoSessionWithMembers, myId: number): Session {
  const { id, sessionId, tutor, tutorManager } = found
  const iTeach = tutor.id === myId
  const other = iTeach ? tutorManager : tutor
  return {
    kind: 'demo',
    id,
    sessionId,
    duration: MEETING_MINUTES,
    ...rangeOf({ start: fromIso(found.start), duration: MEETING_MINUTES }),
    isCancelled: isMeetingCanceled(found.status),
    minutesTogether: null,
    other: { id: other.id, name: other.name, image: other.image, role: iTeach ? 'manager' : 'tutor' },
  }
}
