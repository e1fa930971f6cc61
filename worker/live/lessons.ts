import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { notifyUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { offerFreedTimes } from '../jobs/offer-times.ts'
import { triggerNotices } from '../messages/schedule-notices.ts'
import type { TutorNowRows } from '../tutors/store.ts'
import { updateSessionSchedule } from './sessions.ts'
import { notifyTutorUpdated } from './tutors.ts'

type LessonEvent = 'LessonBooked' | 'LessonRebooked' | 'LessonCanceled'
type LessonChange = {
  lessonId: number
  sessionId: string
  tutorId: number
  studentId: number
  /** The earliest time of the lesson before and after the change. */
  start: Instant
  /** What the batch of the change has read of the tutor. */
  tutorRows?: TutorNowRows
  /** Whether an admin has made the change for the student. */
  isByStaff?: boolean
}

/**
 * Notifies both members and the tutors' room, sends the tutor's new card, updates the session's alarms and triggers the
 * delivery of the outbox (docs/rules/lessons.md 2.4; docs/rules/live.md 4.2). A time that became free is offered to who waits (14.2). Call after the batch has committed.
 */
export async function notifyLessonChange(
  env: Env,
  db: Db,
  event: LessonEvent,
  change: LessonChange,
  now: Instant,
): Promise<void> {
  const { lessonId, sessionId, tutorId, studentId, start, tutorRows: rows, isByStaff } = change
  const frame = { event, payload: { tutor: tutorId, lesson: lessonId } }
  await Promise.all([
    notifyUsers(env, [studentId], isByStaff ? { event, payload: { ...frame.payload, isByStaff } } : frame),
    notifyTutorUpdated(env, db, tutorId, now, { events: [frame], rows }),
    updateSessionSchedule(env, sessionId),
    triggerNotices(env, start, now),
    event === 'LessonBooked' ? undefined : offerFreedTimes(env, db, tutorId, now),
  ])
}
