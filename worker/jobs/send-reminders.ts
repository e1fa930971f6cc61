import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { dueReminders, REMINDERS } from '#domain/lessons/reminders'
import type { SessionId } from '#domain/sessions/session-id'
import { type Env, webOrigins } from '../env.ts'
import { messageStatements, triggerDelivery } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'

/** When the lesson was booked, or moved to where it is. */
const bookedAt = sql<number>`COALESCE((SELECT MAX(${minuteEntries.createdAt}) FROM ${minuteEntries} WHERE ${minuteEntries.lessonId} = ${lessons.id} AND ${minuteEntries.kind} = 'booking'), ${lessons.createdAt})`

/**
 * Reminds both members a day and an hour before their lesson (docs/rules/lessons.md 6.1). A message bears the lesson,
 * the kind and the start, so that each goes out once however often the job runs, and anew for a lesson that was moved.
 * The sweep looks at all lessons; the alarm of a lesson's room names its session.
 */
export async function sendReminders(
  env: Env,
  db: Db,
  now: Instant,
  sessionId?: SessionId,
): Promise<{ lessons: number }> {
  const coming = await db
    .select({
      id: lessons.id,
      start: lessons.start,
      bookedAt,
      userId: users.id,
      phone: users.phone,
      notificationMethod: users.notificationMethod,
    })
    .from(lessons)
    .innerJoin(lessonMembers, eq(lessonMembers.lessonId, lessons.id))
    .innerJoin(users, eq(users.id, lessonMembers.userId))
    .where(
      and(
        isNull(lessons.canceledAt),
        gt(lessons.start, now),
        lte(lessons.start, now + REMINDERS.day),
        sessionId && eq(lessons.sessionId, sessionId),
      ),
    )
  const messages = coming.flatMap((row) =>
    dueReminders(row, now).flatMap((kind) =>
      messageStatements(
        db,
        row,
        {
          template: 'lesson_reminder',
          params: { time: formatMessageTime(row.start), url: `${webOrigins(env)[0]}/upcoming-lessons` },
        },
        now,
        `lesson:${row.id}:${kind}:${row.start}:${row.userId}`,
      ),
    ),
  )
  const [first, ...rest] = messages
  if (first) {
    await db.batch([first, ...rest])
    await triggerDelivery(env)
  }
  return { lessons: new Set(coming.map((row) => row.id)).size }
}
