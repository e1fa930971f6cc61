import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DemoSessionStatus } from '#domain/demo-sessions/statuses'
import { InterviewStatus } from '#domain/interviews/statuses'
import { dueReminders, REMINDERS } from '#domain/lessons/reminders'
import type { SessionId } from '#domain/sessions/session-id'
import { type Env, webOrigins } from '../env.ts'
import { keyedWhatsAppStatement, pushStatement, type Recipient, triggerDelivery } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'

/** When the lesson was booked, or moved to its current time. */
const bookedAt = sql<number>`COALESCE((SELECT MAX(${minuteEntries.createdAt}) FROM ${minuteEntries} WHERE ${minuteEntries.lessonId} = ${lessons.id} AND ${minuteEntries.kind} = 'booking'), ${lessons.createdAt})`

type Reminded = Recipient & { id: number; userId: number; start: Instant; bookedAt: Instant }
type Kind = 'lesson' | 'interview' | 'demo'

const TEMPLATES = {
  lesson: 'lesson_reminder',
  interview: 'interview_reminder',
  demo: 'demo_session_reminder',
} as const satisfies Record<Kind, string>

/** Where the app shows a member the meeting; that of an interview or demo session is its own page. */
const pathOf = (kind: Kind, id: number): string =>
  ({ lesson: '/upcoming-lessons', interview: `/interview/${id}`, demo: `/demo-session/${id}` })[kind]

/** The meetings of one kind that start within the next day, each once for each of its two people. */
type Coming = { kind: Kind; rows: Reminded[] }

const person = { userId: users.id, phone: users.phone, notificationMethod: users.notificationMethod }

const comingLessons = (db: Db, now: Instant, sessionId?: SessionId) =>
  db
    .select({ id: lessons.id, start: lessons.start, bookedAt, ...person })
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

const comingInterviews = (db: Db, now: Instant, sessionId?: SessionId) =>
  db
    .select({ id: interviews.id, start: interviews.start, bookedAt: interviews.createdAt, ...person })
    .from(interviews)
    .innerJoin(users, sql`${users.id} IN (${interviews.interviewerId}, ${interviews.intervieweeId})`)
    .where(
      and(
        eq(interviews.status, InterviewStatus.Pending),
        gt(interviews.start, now),
        lte(interviews.start, now + REMINDERS.day),
        sessionId && eq(interviews.sessionId, sessionId),
      ),
    )

const comingDemos = (db: Db, now: Instant, sessionId?: SessionId) =>
  db
    .select({ id: demoSessions.id, start: demoSessions.start, bookedAt: demoSessions.createdAt, ...person })
    .from(demoSessions)
    .innerJoin(availabilitySlots, eq(availabilitySlots.id, demoSessions.slotId))
    .innerJoin(users, sql`${users.id} IN (${demoSessions.tutorId}, ${availabilitySlots.userId})`)
    .where(
      and(
        eq(demoSessions.status, DemoSessionStatus.Pending),
        gt(demoSessions.start, now),
        lte(demoSessions.start, now + REMINDERS.day),
        sessionId && eq(demoSessions.sessionId, sessionId),
      ),
    )

/** A reminder of one person. Its key has the meeting, the kind and the start: it is sent once, and again after a move. */
function reminderOf(kind: Kind, row: Reminded, reminder: string) {
  const { id, start, userId } = row
  return {
    row,
    template: TEMPLATES[kind],
    params: {
      time: formatMessageTime(start),
      path: pathOf(kind, id),
      topic: `${kind}-${id}`,
      start: String(start),
    },
    dedupeKey: `${kind}:${id}:${reminder}:${start}:${userId}`,
  }
}

/** Reminders that one statement writes, as one JSON text. */
const BATCH = 500

async function queueReminders(
  env: Env,
  db: Db,
  due: readonly ReturnType<typeof reminderOf>[],
  now: Instant,
): Promise<void> {
  const notifications = due.map(({ row, template, params, dedupeKey }) => ({
    userId: row.userId,
    template,
    params,
    dedupeKey,
  }))
  const byWhatsApp = due.map(({ row, template, params: { time, path }, dedupeKey }) => ({
    recipient: row,
    message: { template, params: { time, url: `${webOrigins(env)[0]}${path}` } },
    dedupeKey,
  }))
  await db.batch([pushStatement(db, notifications, now), keyedWhatsAppStatement(db, byWhatsApp, now)])
}

/**
 * Reminds both members a day and an hour before a lesson, interview or demo session (docs/rules/lessons.md 6.1;
 * docs/rules/onboarding.md 3.5). The dedupe key contains the meeting, the kind and the start, so that each reminder is sent
 * once however often the job runs, and again for a lesson that was moved. Without `sessionId` all meetings of the next day are
 * checked; the alarm of a session passes its own.
 */
export async function sendReminders(
  env: Env,
  db: Db,
  now: Instant,
  sessionId?: SessionId,
): Promise<{ lessons: number; meetings: number }> {
  const [ofLessons, ofInterviews, ofDemos] = await Promise.all([
    comingLessons(db, now, sessionId),
    comingInterviews(db, now, sessionId),
    comingDemos(db, now, sessionId),
  ])
  const coming: Coming[] = [
    { kind: 'lesson', rows: ofLessons },
    { kind: 'interview', rows: ofInterviews },
    { kind: 'demo', rows: ofDemos },
  ]
  const due = coming.flatMap(({ kind, rows }) =>
    rows.flatMap((row) => dueReminders(row, now).map((reminder) => reminderOf(kind, row, reminder))),
  )
  for (let from = 0; from < due.length; from += BATCH) await queueReminders(env, db, due.slice(from, from + BATCH), now)
  if (due.length > 0) await triggerDelivery(env)
  const countOf = (rows: Reminded[]) => new Set(rows.map((row) => row.id)).size
  return { lessons: countOf(ofLessons), meetings: countOf(ofInterviews) + countOf(ofDemos) }
}
