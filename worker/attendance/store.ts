import { and, asc, eq, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { lessonDecisions } from '#db/schema/lesson-decisions'
import type { lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { reports } from '#db/schema/reports'
import { sessionEvents } from '#db/schema/sessions'
import { type Instant, minutes } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import { cameTo, effectsOf, type LessonOutcome, outcomeOf } from '#domain/lessons/outcome'
import { type Presence, presenceOf, togetherFor } from '#domain/sessions/attendance'
import { closesAt } from '#domain/sessions/hours'
import type { Env } from '../env.ts'
import { isAmong } from '../http/filters.ts'
import { type SessionEvent, withArchived } from './archive.ts'

type LessonRow = typeof lessons.$inferSelect

/** The recorded times of one person in one session; none where nothing is recorded. */
export type PresenceLookup = (sessionId: string, userId: number) => Presence[]

/** The query of the events of these sessions, in the order in which `presencesOf` takes them. */
export const eventsOf = (db: Db, sessionIds: string[]) =>
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

/** When people were in the sessions of these lessons, however long ago. */
export const loadAllPresences = async (
  { env, db, now }: { env: Env; db: Db; now: Instant },
  of: readonly Pick<LessonRow, 'sessionId' | 'start'>[],
): Promise<PresenceLookup> =>
  presencesOf(
    await withArchived(
      env,
      await eventsOf(
        db,
        of.map(({ sessionId }) => sessionId),
      ),
      of,
      now,
    ),
  )

/** When people were in these sessions, as recorded until now; the sessions must be recent ones, of which nothing is archived. */
export const loadPresences = async (db: Db, sessionIds: string[]): Promise<PresenceLookup> =>
  presencesOf(await eventsOf(db, sessionIds))

export type LessonWithPeople = { lesson: LessonRow; studentId: number; tutorId: number }

/** What became of a lesson that has begun, as `lessonOutcome` of the contract puts it. */
export type OutcomeView = {
  result: LessonOutcome | null
  isDecided: boolean
  studentCame: boolean
  tutorCame: boolean
  minutesTogether: number
  isPaid: boolean
  isCharged: boolean
  isDisputed: boolean
}

/** The latest decision of each lesson, and of cancelled lessons whether their minutes were returned. */
const decidedOutcomes = (db: Db, lessonIds: number[]) =>
  db
    .select({ lessonId: lessonDecisions.lessonId, outcome: lessonDecisions.outcome })
    .from(lessonDecisions)
    .where(isAmong(lessonDecisions.lessonId, lessonIds))
    .orderBy(lessonDecisions.revision)

/** The lessons whose latest booking was not returned: their minutes are spent. */
const spentLessons = (db: Db, lessonIds: number[]) =>
  db
    .select({ lessonId: minuteEntries.lessonId })
    .from(minuteEntries)
    .where(
      and(
        isAmong(minuteEntries.lessonId, lessonIds),
        eq(minuteEntries.kind, 'booking'),
        sql`NOT EXISTS (SELECT 1 FROM minute_entries r WHERE r.lesson_id = ${minuteEntries.lessonId} AND r.kind = 'return' AND r.revision = ${minuteEntries.revision})`,
      ),
    )

const disputes = (db: Db, lessonIds: number[]) =>
  db
    .select({ lessonId: reports.lessonId, userId: reports.userId })
    .from(reports)
    .where(isAmong(reports.lessonId, lessonIds))

const hasBegun = ({ start, canceledAt }: LessonRow, now: Instant) =>
  start <= now && (canceledAt === null || canceledAt >= start)

/** The statements of which `outcomesOf` takes the rows; none where no lesson has begun. */
export function outcomeStatements(db: Db, all: readonly LessonRow[], now: Instant) {
  const begun = all.filter((lesson) => hasBegun(lesson, now))
  if (begun.length === 0) return [] as const
  const ids = begun.map(({ id }) => id)
  const sessionIds = begun.map(({ sessionId }) => sessionId)
  return [eventsOf(db, sessionIds), decidedOutcomes(db, ids), spentLessons(db, ids), disputes(db, ids)] as const
}

type OutcomeRows = RowsOf<ReturnType<typeof outcomeStatements>>

/** The rows of `outcomeStatements` with the archived events of old lessons. */
export async function withArchivedEvents(
  env: Env,
  rows: OutcomeRows,
  all: readonly LessonRow[],
  now: Instant,
): Promise<OutcomeRows> {
  if (rows.length === 0) return rows
  const [events, ...others] = rows
  return [await withArchived(env, events, all, now), ...others]
}

/**
 * The outcomes of the lessons that have begun and were not cancelled before, by the lesson (docs/rules/lessons.md 10.2).
 * `viewerId`: a member sees their own dispute, anybody else whether there is one.
 */
export function outcomesOf(
  [events = [], decided = [], spent = [], disputed = []]: OutcomeRows,
  all: readonly LessonWithPeople[],
  viewerId: number,
  now: Instant,
): Map<number, OutcomeView> {
  const presences = presencesOf(events)
  const decisions = new Map(decided.map(({ lessonId, outcome }) => [lessonId, outcome]))
  const spentIds = new Set(spent.map(({ lessonId }) => lessonId))
  const viewOf = ({ lesson, studentId, tutorId }: LessonWithPeople): OutcomeView => {
    const [student, tutor] = [studentId, tutorId].map((id) => presences(lesson.sessionId, id))
    const attendance = { student: student ?? [], tutor: tutor ?? [] }
    const isCanceled = lesson.canceledAt !== null
    const decision = decisions.get(lesson.id) ?? null
    const isOver = !isCanceled && rangeOf(lesson).end <= now
    // Without a decision a lesson counts as held, whatever the record shows.
    const { isPaid, isCharged } =
      decision === null
        ? { isPaid: !isCanceled, isCharged: !isCanceled || spentIds.has(lesson.id) }
        : effectsOf(decision)
    // Nobody is in a room that is closed, even if a leaving was not recorded.
    const together = togetherFor(attendance.student, attendance.tutor, Math.min(now, closesAt(rangeOf(lesson))))
    const isMember = viewerId === studentId || viewerId === tutorId
    return {
      result: decision ?? (isOver ? outcomeOf(lesson, attendance, now) : null),
      isDecided: decision !== null,
      studentCame: cameTo(lesson, attendance.student, now),
      tutorCame: cameTo(lesson, attendance.tutor, now),
      minutesTogether: Math.floor(together / minutes(1)),
      isPaid,
      isCharged,
      isDisputed: disputed.some((one) => one.lessonId === lesson.id && (!isMember || one.userId === viewerId)),
    }
  }
  const begun = all.filter(({ lesson }) => hasBegun(lesson, now))
  return new Map(begun.map((one) => [one.lesson.id, viewOf(one)]))
}
