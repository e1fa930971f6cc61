import { announce, tellUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { wakeDelivery } from '../messages/outbox.ts'

/**
 * After the batch: both people's tabs and everybody who watches the tutors hear of it, and the messages go out
 * (facts: lessons 12.5).
 */
export async function tellLesson(
  env: Env,
  event: 'LessonBooked' | 'LessonRebooked' | 'LessonCanceled',
  { lessonId, tutorId, studentId }: { lessonId: number; tutorId: number; studentId: number },
): Promise<void> {
  const frame = { event, payload: { tutor: tutorId, lesson: lessonId } }
  await Promise.all([
    tellUsers(env, [tutorId, studentId], frame),
    announce(env, 'TutorsCache', frame),
    announce(env, 'TutorsCache', { event: 'TutorsCacheUpdated' }),
    wakeDelivery(env),
  ])
}
