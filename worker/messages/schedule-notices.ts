import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { lessons } from '#db/schema/lessons'
import { scheduleNotices } from '#db/schema/schedule-notices'
import { throttles } from '#db/schema/throttles'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { type MeetingStatus, meetingPhase } from '#domain/meetings/statuses'
import { MEETING_MINUTES } from '#domain/meetings/times'
import {
  type Counted,
  LONGEST_QUIET_WAIT,
  type MeetingTime,
  NOTICES_OF_A_PAIR,
  type NoticeKind,
  noticeDueAt,
  noticeOf,
  URGENT_NOTICES_OF_A_PAIR,
  whenAllowed,
} from '#domain/messages/schedule-notices'
import { kindOf, type SessionId } from '#domain/sessions/session-id'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { countingStatement } from '../http/throttle.ts'
import { meetings } from '../meetings/store.ts'
import { type KeyedMessage, keyedWhatsAppStatement, type Recipient, triggerDelivery } from './outbox.ts'
import { formatMessageTime } from './times.ts'

/** Messages about booked, moved and cancelled meetings, which wait for a quiet minute (docs/rules/messages.md 3.1, 3.2). */

export type ScheduleChange = {
  sessionId: string
  recipient: Recipient & { id: number }
  otherId: number
  /** The time before the change; null for a new meeting. */
  known: MeetingTime | null
  /** The earliest time of the meeting before and after the change, in epoch milliseconds. */
  start: Instant
}

/**
 * The statements that note a change of a meeting for one of its people; none for somebody who cannot receive messages. They belong in
 * the batch of the change; call `triggerNotices` after it.
 */
export function scheduleNoticeStatements(
  db: Db,
  { sessionId, recipient, otherId, known, start }: ScheduleChange,
  now: Instant,
): Statement[] {
  if (!recipient.phone || !recipient.notificationMethod) return []
  const dueAt = noticeDueAt(start, now)
  return [
    db
      .insert(scheduleNotices)
      .values({
        sessionId,
        recipientId: recipient.id,
        otherId,
        knownStart: known?.start ?? null,
        knownDuration: known?.duration ?? null,
        createdAt: now,
        dueAt,
      })
      .onConflictDoUpdate({
        target: [scheduleNotices.sessionId, scheduleNotices.recipientId],
        set: { dueAt: sql`MIN(${dueAt}, ${scheduleNotices.createdAt} + ${LONGEST_QUIET_WAIT})` },
      }),
  ]
}

/** Starts the delivery when the notices of a change are due; `start` as in `ScheduleChange`. */
export const triggerNotices = (env: Env, start: Instant, now: Instant): Promise<unknown> =>
  triggerDelivery(env, Math.ceil((noticeDueAt(start, now) - now) / 1000))

/** Notices that are read and written together. */
const TOGETHER = 40
/** Reads of one run; each takes two of the subrequests that `deliverMessages` leaves. */
const READS = 10

const daily = alias(throttles, 'daily')
const urgent = alias(throttles, 'urgent')
const pairKey = (prefix: string) =>
  sql`${prefix} || ${scheduleNotices.otherId} || ' to ' || ${scheduleNotices.recipientId}`
const DAILY = 'notices of '
const URGENT = 'urgent notices of '
const version = sql<number>`COALESCE(${lessons.updatedAt}, ${interviews.updatedAt}, ${demoSessions.updatedAt})`

const dueStatement = (db: Db, now: Instant) =>
  db
    .select({
      notice: scheduleNotices,
      recipient: { phone: users.phone, notificationMethod: users.notificationMethod },
      lesson: {
        start: lessons.start,
        duration: lessons.duration,
        canceledAt: lessons.canceledAt,
        canceledBy: lessons.canceledBy,
      },
      meeting: {
        start: sql<Instant | null>`COALESCE(${interviews.start}, ${demoSessions.start})`,
        status: sql<MeetingStatus | null>`COALESCE(${interviews.status}, ${demoSessions.status})`,
      },
      version,
      daily: { count: daily.count, resetsAt: daily.resetsAt },
      urgent: { count: urgent.count, resetsAt: urgent.resetsAt },
    })
    .from(scheduleNotices)
    .innerJoin(users, eq(users.id, scheduleNotices.recipientId))
    .leftJoin(lessons, eq(lessons.sessionId, scheduleNotices.sessionId))
    .leftJoin(interviews, eq(interviews.sessionId, scheduleNotices.sessionId))
    .leftJoin(demoSessions, eq(demoSessions.sessionId, scheduleNotices.sessionId))
    .leftJoin(daily, eq(daily.key, pairKey(DAILY)))
    .leftJoin(urgent, eq(urgent.key, pairKey(URGENT)))
    .where(lte(scheduleNotices.dueAt, now))
    .orderBy(asc(scheduleNotices.dueAt))
    .limit(TOGETHER)

type Due = Awaited<ReturnType<typeof dueStatement>>[number]

const knownOf = ({ notice: { knownStart: start, knownDuration: duration } }: Due): MeetingTime | null =>
  start === null || duration === null ? null : { start, duration }

/** The time of the meeting now, or what the recipient knows where nothing is to be told: they did it, or it is judged. */
function currentOf(due: Due): MeetingTime | null {
  const { lesson, meeting, notice } = due
  if (lesson) {
    if (lesson.canceledAt === null) return { start: lesson.start, duration: lesson.duration }
    return lesson.canceledBy === notice.recipientId ? knownOf(due) : null
  }
  if (meeting.start === null || meeting.status === null) return knownOf(due)
  const phase = meetingPhase(meeting.status)
  if (phase === 'judged') return knownOf(due)
  return phase === 'canceled' ? null : { start: meeting.start, duration: MEETING_MINUTES }
}

function messageOf(
  sessionId: string,
  told: NoticeKind,
  known: MeetingTime | null,
  current: MeetingTime | null,
): KeyedMessage['message'] {
  const kind = kindOf(sessionId as SessionId)
  const [predate, curdate] = [known, current].map((time) => (time ? formatMessageTime(time.start) : '')) as [
    string,
    string,
  ]
  if (kind !== 'lesson') {
    const { booked, canceled } = meetings[kind]
    return told === 'canceled'
      ? { template: canceled, params: { date: predate } }
      : { template: booked, params: { date: curdate } }
  }
  if (told === 'canceled') return { template: 'lesson_canceled', params: { date: predate } }
  if (told === 'moved') return { template: 'lesson_updated', params: { predate, curdate } }
  return { template: 'new_lesson_booked', params: { duration: String(current?.duration ?? ''), date: curdate } }
}

/** The condition that neither the notice nor its meeting has changed since they were read. */
function unchanged({ notice, version: read }: Due): SQL {
  const { sessionId, recipientId, dueAt } = notice
  const versions = [lessons, interviews, demoSessions].map(
    (table) => sql`(SELECT ${table.updatedAt} FROM ${table} WHERE ${table.sessionId} = ${sessionId})`,
  )
  const isStored = sql`EXISTS (SELECT 1 FROM ${scheduleNotices} WHERE ${scheduleNotices.sessionId} = ${sessionId} AND ${scheduleNotices.recipientId} = ${recipientId} AND ${scheduleNotices.dueAt} = ${dueAt})`
  return sql`${isStored} AND COALESCE(${sql.join(versions, sql`, `)}) IS ${read}`
}

const noticeIs = (due: Due) =>
  and(
    eq(scheduleNotices.sessionId, due.notice.sessionId),
    eq(scheduleNotices.recipientId, due.notice.recipientId),
    unchanged(due),
  )

/** The messages counted for pairs since they were read. */
type Counts = Map<string, Counted>

function statementsOf(db: Db, due: Due, counts: Counts, now: Instant): Statement[] {
  const { notice, recipient } = due
  const { sessionId, recipientId, otherId } = notice
  const [known, current] = [knownOf(due), currentOf(due)]
  const told = noticeOf(known, current, now)
  const isReached = recipient.phone !== null && recipient.notificationMethod !== null
  if (told === null || !isReached) return [db.delete(scheduleNotices).where(noticeIs(due))]
  const pair = `${otherId} to ${recipientId}`
  const counted = { daily: counts.get(DAILY + pair) ?? due.daily, urgent: counts.get(URGENT + pair) ?? due.urgent }
  const start = Math.min(...[known, current].flatMap((time) => (time ? [time.start] : [])))
  const allowed = whenAllowed(counted, start, now)
  if (allowed.at > now) return [db.update(scheduleNotices).set({ dueAt: allowed.at }).where(noticeIs(due))]
  const [prefix, window] =
    allowed.countsAs === 'daily' ? [DAILY, NOTICES_OF_A_PAIR] : [URGENT, URGENT_NOTICES_OF_A_PAIR]
  const before = counted[allowed.countsAs]
  const isOpen = before !== null && before.resetsAt > now
  counts.set(prefix + pair, {
    count: isOpen ? before.count + 1 : 1,
    resetsAt: isOpen ? before.resetsAt : now + window.windowMs,
  })
  const dedupeKey = `schedule:${sessionId}:${recipientId}:${due.version}`
  const { phone, notificationMethod } = recipient
  const message = {
    recipient: { phone, notificationMethod, userId: recipientId },
    message: messageOf(sessionId, told, known, current),
    dedupeKey,
  }
  return [
    keyedWhatsAppStatement(db, [message], now, unchanged(due)),
    db.delete(scheduleNotices).where(noticeIs(due)),
    countingStatement(db, prefix + pair, { windowMs: window.windowMs, cap: window.uses }, now),
  ]
}

/**
 * Puts the messages of the notices that are due into the outbox: each says the state of its meeting as it is now, and none is written
 * where that is what the recipient knows. A notice whose meeting changes meanwhile stays for a later run. `deliverMessages` sends the
 * messages also when this fails.
 */
export async function storeDueNotices(env: Env, db: Db, now: Instant): Promise<void> {
  try {
    for (let read = 1; ; read++) {
      const due = await dueStatement(db, now)
      const counts: Counts = new Map()
      await batchAll(
        db,
        due.flatMap((one) => statementsOf(db, one, counts, now)),
      )
      if (due.length < TOGETHER) return
      if (read === READS) break
    }
    await triggerDelivery(env)
  } catch (error) {
    log(env, 'error', 'notices-not-stored', { error: String(error) })
  }
}
