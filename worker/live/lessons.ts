import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { announce, tellUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { wakeDelivery } from '../messages/outbox.ts'
import { arrangeSession } from './sessions.ts'
import { tellTutorUpdated } from './tutors.ts'

type LessonEvent = 'LessonBooked' | 'LessonRebooked' | 'LessonCanceled'
type Told = { lessonId: number; sessionId: string; tutorId: number; studentId: number }

/**
 * After the batch: both people's tabs and everybody who watches the tutors hear of it, the tutor's card is new,
 * the room knows its hours, and the messages go out (facts: lessons 12.5).
 */
export async function tellLesson(env: Env, db: Db, event: LessonEvent, told: Told, now: Instant): Promise<void> {
  const { lessonId, sessionId, tutorId, studentId } = told
  const frame = { event, payload: { tutor: tutorId, lesson: lessonId } }
  await Promise.all([
    tellUsers(env, [tutorId, studentId], frame),
    announce(env, 'TutorsCache', frame),
    tellTutorUpdated(env, db, tutorId, now),
    arrangeSession(env, sessionId),
    wakeDelivery(env),
  ])
}
