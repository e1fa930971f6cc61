import { asc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { lessonDecisions } from '#db/schema/lesson-decisions'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import type { lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { reports } from '#db/schema/reports'
import { sessionEvents } from '#db/schema/sessions'
import { type Instant, minutes } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import { type Attendance, effectsOf, LessonOutcome, outcomeOf, wasInsideDuring } from '#domain/lessons/outcome'
import { type PayState, RECORD_DELAY, type WaitReason } from '#domain/lessons/pay'
import { type Presence, presenceOf, togetherFor } from '#domain/sessions/attendance'
import { closesAt } from '#domain/sessions/hours'
import type { Env } from '../env.ts'
import { isAmong } from '../http/filters.ts'
import { type SessionEvent, withArchived } from './attendance-archive.ts'

type LessonRow = typeof lessons.$inferSelect

/** The recorded presence of one person in one session; empty where nothing is recorded. */
export type PresenceLookup = (sessionId: string, userId: number) => Presence[]

/** Selects the events of these sessions, in the order that `presencesOf` expects. */
export const eventsOf = (db: Db, sessionIds: readonly string[] | SQL) =>
  db
    .select({
      id: sessionEvents.id,
      sessionId: sessionEvents.sessionId,
      userId: sessionEvents.userId,
      type: sessionEvents.type,
      at: sessionEvents.createdAt,
    })
    .from(sessionEvents)
    .where(isAmong(sessionEvents.sessionId, sessionIds))
    .orderBy(asc(sessionEvents.createdAt), asc(sessionEvents.id))

const keyOf = (sessionId: string, userId: number) => `${userId} ${sessionId}`

/** When each person was in each session (docs/rules/lessons.md 8.4). */
export function presencesOf(events: readonly SessionEvent[]): PresenceLookup {
  const byPerson = Map.groupBy(events, ({ sessionId, userId }) => keyOf(sessionId, userId))
  return (sessionId, userId) => presenceOf(byPerson.get(keyOf(sessionId, userId)) ?? [])
}

/** The presence in the sessions of these lessons, however old, from the rows of `eventsOf`. */
export const allPresencesOf = async (
  { env, now }: { env: Env; now: Instant },
  events: readonly SessionEvent[],
  of: readonly Pick<LessonRow, 'sessionId' | 'start'>[],
): Promise<PresenceLookup> => presencesOf(await withArchived(env, events, of, now))

/** The presence in these sessions as recorded until now. The sessions must be recent: the archive is not read. */
export const loadPresences = async (db: Db, sessionIds: string[]): Promise<PresenceLookup> =>
  presencesOf(await eventsOf(db, sessionIds))

export type LessonWithPeople = { lesson: LessonRow; record: LessonRecord; studentId: number; tutorId: number }

/** The outcome of a lesson that has begun, as the contract's `lessonOutcome` declares it. */
export type OutcomeView = {
  result: LessonOutcome | null
  isDecided: boolean
  studentCame: boolean
  tutorCame: boolean
  minutesTogether: number
  isPaid: boolean
  isCharged: boolean
  waits: { reason: WaitReason | 'record'; until: Instant | null } | null
  isDisputed: boolean
}

/** The recorded facts from which a lesson's outcome follows. */
export type LessonRecord = {
  events: Omit<SessionEvent, 'sessionId'>[]
  /** The latest decision. */
  decided: LessonOutcome | null
  /** What became of the tutor's pay; null before the lesson is settled. */
  pay: { state: PayState; reason: WaitReason | null; due: Instant | null } | null
  /** 1 when the lesson's latest booking was not returned, so that its minutes are spent. */
  isSpent: number
  /** The members who dispute it. */
  disputedBy: (number | null)[]
}

const parsed = <T>(text: SQL): SQL<T> => text.mapWith(JSON.parse) as SQL<T>

/**
 * Columns that select a lesson's record together with the lesson, so that it needs no statement of its own. `lesson` is the
 * alias of the lessons in the statement: they are subqueries of each of its rows.
 */
export const recordColumns = (lesson: 'lessons' | 'page') => {
  const of = sql.raw(lesson)
  return {
    events: parsed<LessonRecord['events']>(
      sql`(SELECT json_group_array(json_object('id', e.id, 'userId', e.user_id, 'type', e.type, 'at', e.created_at)) FROM ${sessionEvents} e WHERE e.session_id = ${of}.session_id)`,
    ).as('events'),
    decided: sql<LessonOutcome | null>`(SELECT d.outcome FROM ${lessonDecisions} d
      WHERE d.lesson_id = ${of}.id ORDER BY d.revision DESC LIMIT 1)`.as('decided'),
    pay: parsed<LessonRecord['pay']>(
      sql`(SELECT json_object('state', o.pay, 'reason', o.reason, 'due', o.due) FROM ${lessonOutcomes} o
        WHERE o.lesson_id = ${of}.id)`,
    ).as('pay'),
    isSpent: sql<number>`EXISTS (SELECT 1 FROM ${minuteEntries} b WHERE b.lesson_id = ${of}.id AND b.kind = 'booking'
      AND NOT EXISTS (SELECT 1 FROM ${minuteEntries} r
        WHERE r.lesson_id = b.lesson_id AND r.kind = 'return' AND r.revision = b.revision))`.as('is_spent'),
    disputedBy: parsed<LessonRecord['disputedBy']>(
      sql`(SELECT json_group_array(r.user_id) FROM ${reports} r WHERE r.lesson_id = ${of}.id)`,
    ).as('disputed_by'),
  }
}

/** The attendance of a lesson's two members by the events of its record; whoever is not the tutor is the student. */
export function attendanceOf(events: LessonRecord['events'], tutorId: number): Attendance {
  const inOrder = events.toSorted((one, other) => one.at - other.at || one.id - other.id)
  return {
    student: presenceOf(inOrder.filter(({ userId }) => userId !== tutorId)),
    tutor: presenceOf(inOrder.filter(({ userId }) => userId === tutorId)),
  }
}

/** Whether the tutor's pay is credited, or would be by what is known of a lesson that is not settled yet. */
const isPaid = ({ decided, pay }: LessonRecord, result: LessonOutcome | null): boolean =>
  decided === null && pay !== null && pay.state !== 'none'
    ? pay.state === 'earned'
    : result === null || effectsOf(result).isPaid

/** Why the pay of a lesson that is over is not credited, and until when it may wait; null for staff's decision. */
function waitsFor(
  { pay }: LessonRecord,
  result: LessonOutcome | null,
  end: Instant,
  now: Instant,
): OutcomeView['waits'] {
  const later = (at: Instant | null) => (at !== null && at > now ? at : null)
  if (pay === null) return result === LessonOutcome.Held ? null : { reason: 'record', until: later(end + RECORD_DELAY) }
  if (pay.state !== 'waiting' || pay.reason === null) return null
  return { reason: pay.reason, until: later(pay.due) }
}

const hasBegun = ({ start, canceledAt }: LessonRow, now: Instant) =>
  start <= now && (canceledAt === null || canceledAt >= start)

/**
 * The outcomes of lessons that have begun and were not cancelled before, by lesson (docs/rules/lessons.md 10.2). A member
 * (`viewerId`) sees their own dispute, anybody else whether there is any.
 */
export async function outcomesOf(
  ctx: { env: Env; now: Instant },
  all: readonly LessonWithPeople[],
  viewerId: number,
): Promise<Map<number, OutcomeView>> {
  const { now } = ctx
  const begun = all.filter(({ lesson }) => hasBegun(lesson, now))
  const events = begun.flatMap(({ lesson, record }) =>
    record.events.map((one) => ({ ...one, sessionId: lesson.sessionId })),
  )
  const started = begun.map(({ lesson }) => lesson)
  const presences = await allPresencesOf(ctx, events, started)
  const viewOf = ({ lesson, record, studentId, tutorId }: LessonWithPeople): OutcomeView => {
    const [student, tutor] = [studentId, tutorId].map((id) => presences(lesson.sessionId, id))
    const attendance = { student: student ?? [], tutor: tutor ?? [] }
    const isCanceled = lesson.canceledAt !== null
    const decision = record.decided
    const { end } = rangeOf(lesson)
    const isOver = !isCanceled && end <= now
    const result = decision ?? (isOver ? outcomeOf(lesson, attendance, now) : null)
    // Without a decision the minutes of a lesson stay spent, whatever the attendance shows.
    const isCharged = decision === null ? !isCanceled || record.isSpent === 1 : effectsOf(decision).isCharged
    // A closed room is empty, even if a departure was not recorded.
    const together = togetherFor(attendance.student, attendance.tutor, Math.min(now, closesAt(rangeOf(lesson))))
    const isMember = viewerId === studentId || viewerId === tutorId
    return {
      result,
      isDecided: decision !== null,
      studentCame: wasInsideDuring(lesson, attendance.student, now),
      tutorCame: wasInsideDuring(lesson, attendance.tutor, now),
      minutesTogether: Math.floor(together / minutes(1)),
      isPaid: !isCanceled && isPaid(record, result),
      isCharged,
      waits: viewerId === studentId || decision !== null || !isOver ? null : waitsFor(record, result, end, now),
      isDisputed: record.disputedBy.some((id) => !isMember || id === viewerId),
    }
  }
  return new Map(begun.map((one) => [one.lesson.id, viewOf(one)]))
}
