import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { meetingTables } from '#db/meetings'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { users } from '#db/schema/users'
import { type Instant, minutes } from '#domain/cairo'
import { dueReminders, REMINDERS, type ReminderKind } from '#domain/lessons/reminders'
import { type MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import { type SessionId, type SessionKind, sessionPath } from '#domain/sessions/session-id'
import { type Env, webOrigins } from '../env.ts'
import { meetings } from '../meetings/store.ts'
import { keyedWhatsAppStatement, pushStatement, type Recipient, triggerUrgentDelivery } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { lastSuccessfulRun } from './record-run.ts'

/** When the lesson was booked, or moved to its current time. */
const bookedAt = sql<number>`COALESCE((SELECT MAX(${minuteEntries.createdAt}) FROM ${minuteEntries} WHERE ${minuteEntries.lessonId} = ${lessons.id} AND ${minuteEntries.kind} = 'booking'), ${lessons.createdAt})`

type Reminded = Recipient & { id: number; userId: number; start: Instant; bookedAt: Instant }

/** The template of each kind of session. */
const texts = { lesson: { reminder: 'lesson_reminder' }, ...meetings } as const satisfies Record<SessionKind, object>

/** The sessions of one kind with a due reminder, once for each of the two people. */
type Coming = { kind: SessionKind; reminder: ReminderKind; rows: Reminded[] }

/** Aliased, because a batch cannot return two columns named `id`. */
const person = {
  userId: sql<number>`${users.id}`.as('user_id'),
  phone: users.phone,
  notificationMethod: users.notificationMethod,
}

/** Meetings that start after `after` (exclusive) and until `until`, or the meeting of one session. */
type Within = { after: Instant; until: Instant; sessionId: SessionId | undefined }

const lessonsWithin = (db: Db, { after, until, sessionId }: Within) =>
  db
    .select({ id: lessons.id, start: lessons.start, bookedAt: bookedAt.as('booked_at'), ...person })
    .from(lessons)
    .innerJoin(lessonMembers, eq(lessonMembers.lessonId, lessons.id))
    .innerJoin(users, eq(users.id, lessonMembers.userId))
    .where(
      and(
        isNull(lessons.canceledAt),
        gt(lessons.start, after),
        lte(lessons.start, until),
        sessionId && eq(lessons.sessionId, sessionId),
      ),
    )

function meetingsWithin(db: Db, kind: MeetingKind, { after, until, sessionId }: Within) {
  const { table, tutorId, managerId } = meetingTables[kind]
  return db
    .select({ id: table.id, start: table.start, bookedAt: table.createdAt, ...person })
    .from(table)
    .innerJoin(users, sql`${users.id} IN (${tutorId}, ${managerId})`)
    .where(
      and(
        eq(table.status, MeetingStatus.Pending),
        gt(table.start, after),
        lte(table.start, until),
        sessionId && eq(table.sessionId, sessionId),
      ),
    )
}

/** The meetings of each kind whose reminder of this kind has become due since `since`, in one round trip. */
async function loadComing(
  db: Db,
  reminder: ReminderKind,
  { since, now, sessionId }: { since: Instant; now: Instant; sessionId: SessionId | undefined },
): Promise<Coming[]> {
  const before = REMINDERS[reminder]
  const within = { after: Math.max(now, since + before), until: now + before, sessionId }
  const [ofLessons, ofInterviews, ofDemos] = await db.batch([
    lessonsWithin(db, within),
    meetingsWithin(db, 'interview', within),
    meetingsWithin(db, 'demo', within),
  ])
  const isDue = (row: Reminded) => dueReminders(row, now).includes(reminder)
  return [
    { kind: 'lesson', reminder, rows: ofLessons.filter(isDue) },
    { kind: 'interview', reminder, rows: ofInterviews.filter(isDue) },
    { kind: 'demo', reminder, rows: ofDemos.filter(isDue) },
  ]
}

/**
 * A reminder for one person. Its dedupe key contains the meeting, the reminder's kind and the start: it is sent once, and
 * again after the meeting is moved.
 */
function reminderOf(kind: SessionKind, row: Reminded, reminder: ReminderKind) {
  const { id, start, userId } = row
  return {
    row,
    template: texts[kind].reminder,
    params: {
      time: formatMessageTime(start),
      path: sessionPath({ kind, id }),
      topic: `${kind}-${id}`,
      start: String(start),
    },
    dedupeKey: `${kind}:${id}:${reminder}:${start}:${userId}`,
  }
}

/** Reminders that one statement inserts, bound as one JSON text. */
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

/** Finds bookings that were stored during the last run or some minutes before. */
const OVERLAP = minutes(15)

/**
 * Reminds both members a day and an hour before a lesson, interview or demo session (docs/rules/lessons.md 6.1;
 * docs/rules/onboarding.md 3.5). The dedupe key contains the meeting, the kind and the start, so each reminder is sent once
 * however often the job runs, and again for a moved lesson. Without `sessionId` it covers all meetings whose reminder has
 * become due since the last successful run; the alarm of a session passes its own id. Returns the number of meetings with
 * reminders.
 */
export async function sendReminders(
  env: Env,
  db: Db,
  now: Instant,
  sessionId?: SessionId,
): Promise<{ lessons: number; meetings: number }> {
  const last = sessionId === undefined ? await lastSuccessfulRun(db, 'send-reminders', now) : null
  const of = { since: (last ?? 0) - OVERLAP, now, sessionId }
  const coming = (await Promise.all([loadComing(db, 'day', of), loadComing(db, 'hour', of)])).flat()
  const due = coming.flatMap(({ kind, reminder, rows }) => rows.map((row) => reminderOf(kind, row, reminder)))
  for (let from = 0; from < due.length; from += BATCH) await queueReminders(env, db, due.slice(from, from + BATCH), now)
  if (due.length > 0) await triggerUrgentDelivery(env)
  const count = (isCounted: (kind: SessionKind) => boolean) =>
    new Set(coming.flatMap(({ kind, rows }) => (isCounted(kind) ? rows.map(({ id }) => `${kind} ${id}`) : []))).size
  return { lessons: count((kind) => kind === 'lesson'), meetings: count((kind) => kind !== 'lesson') }
}
