import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { dueReminders, REMINDERS } from '#domain/lessons/reminders'
import type { SessionId } from '#domain/sessions/session-id'
import { type Env, webOrigins } from '../env.ts'
import { triggerDelivery, whatsAppStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'

/** When the lesson was booked, or moved to its current time. */
const bookedAt = sql<number>`COALESCE((SELECT MAX(${minuteEntries.createdAt}) FROM ${minuteEntries} WHERE ${minuteEntries.lessonId} = ${lessons.id} AND ${minuteEntries.kind} = 'booking'), ${lessons.createdAt})`

/**
 * Reminds both members a day and an hour before their lesson (docs/rules/lessons.md 6.1). The dedupe key contains the
 * lesson, the kind and the start, so that each reminder is sent once however often the job runs, and again for a lesson
 * that was moved. Without `sessionId` all lessons of the next day are checked; the alarm of a session passes its own.
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
      whatsAppStatements(
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
