import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { standingTimes, standingWeeks } from '#db/schema/standing-times'
import { users } from '#db/schema/users'
import { MAX_SLOT } from '#domain/availability/slot-times'
import { days, type Instant, type LocalDay, type TimeRange } from '#domain/cairo'
import { isHeld } from '#domain/lessons/holds'
import {
  lastReservedDay,
  MAY_RETURN,
  occurrencesAfter,
  type WeeklyTime,
  type WhyOff,
} from '#domain/lessons/standing-times'
import { sessionIdOf } from '#domain/sessions/session-id'
import { uploadUrl } from '../files/store.ts'

const student = alias(users, 'student')
const tutor = alias(users, 'tutor')

/** Members see what is over for so long. */
const SHOWN_AFTER_END = days(14)
/** Standing times of one person that are shown. */
const MOST_SHOWN = 50

/** The statements whose rows `standingViews` takes: the standing times of a student or a tutor, and their coming weeks. */
export const standingStatements = (db: Db, userId: number, now: Instant, isForStaff: boolean) =>
  [
    db
      .select({
        time: standingTimes,
        studentName: sql<string | null>`${student.name}`.as('student_name'),
        studentEnglishName: sql<string | null>`${student.englishName}`.as('student_english_name'),
        studentImage: sql<string | null>`${student.image}`.as('student_image'),
        tutorName: sql<string | null>`${tutor.name}`.as('tutor_name'),
        tutorEnglishName: sql<string | null>`${tutor.englishName}`.as('tutor_english_name'),
        tutorImage: sql<string | null>`${tutor.image}`.as('tutor_image'),
      })
      .from(standingTimes)
      .innerJoin(student, eq(student.id, standingTimes.studentId))
      .innerJoin(tutor, eq(tutor.id, standingTimes.tutorId))
      .where(
        and(
          or(eq(standingTimes.studentId, userId), eq(standingTimes.tutorId, userId)),
          isForStaff
            ? undefined
            : or(
                inArray(standingTimes.state, ['asked', 'accepted']),
                gt(standingTimes.updatedAt, now - SHOWN_AFTER_END),
              ),
        ),
      )
      .orderBy(desc(standingTimes.createdAt), desc(standingTimes.id))
      .limit(MOST_SHOWN),
    db
      .select()
      .from(standingWeeks)
      .where(
        and(
          or(
            and(eq(standingWeeks.studentId, userId), gt(standingWeeks.start, now)),
            and(eq(standingWeeks.tutorId, userId), gt(standingWeeks.start, now)),
          ),
          // Of what has ended nobody needs to know the weeks.
          sql`${standingWeeks.why} IS NOT 'ended'`,
        ),
      )
      .orderBy(asc(standingWeeks.start)),
  ] as const

export const standingViews = ([times, weeks]: RowsOf<ReturnType<typeof standingStatements>>) =>
  times.map(({ time, ...people }) => ({
    id: time.id,
    weekday: time.weekday,
    minute: time.minute,
    duration: time.duration,
    state: time.state,
    askedUntil: time.askedUntil,
    acceptedAt: time.acceptedAt,
    endsAt: time.endsAt,
    createdAt: time.createdAt,
    student: {
      id: time.studentId,
      name: people.studentName,
      englishName: people.studentEnglishName,
      image: uploadUrl(people.studentImage),
    },
    tutor: {
      id: time.tutorId,
      name: people.tutorName,
      englishName: people.tutorEnglishName,
      image: uploadUrl(people.tutorImage),
    },
    weeks: weeks
      .filter(({ standingTimeId }) => standingTimeId === time.id)
      .map(({ day, start, end, state, why, lessonId }) => ({ day, start, end, state, why, lessonId })),
  }))

export type StandingRow = typeof standingTimes.$inferSelect

/** Selects the standing times that a condition selects and that have not ended. */
export const openOnes = (db: Db, where: SQL) =>
  db
    .select()
    .from(standingTimes)
    .where(and(where, inArray(standingTimes.state, ['asked', 'accepted'])))

/** Whether a slot of the tutor that takes lessons covers the range; all three are SQL. */
const isCovered = (tutorId: SQL, start: SQL, end: SQL) =>
  sql`EXISTS (SELECT 1 FROM availability_slots s WHERE s.user_id = ${tutorId} AND s."end" >= ${end} AND s."end" <= ${start} + ${literals(MAX_SLOT)}
    AND s.start <= ${start} AND s.deleted = 0 AND s.purpose IN (1, 2))`

/** Whether the tutor has something else then, or it is held for another student. */
const isTaken = (tutorId: SQL, studentId: SQL, start: SQL, end: SQL, now: Instant) =>
  sql`(EXISTS (SELECT 1 FROM busy_quarters b WHERE b.user_id = ${tutorId} AND b.quarter BETWEEN ${start} / 900000 AND ${end} / 900000 - 1)
    OR EXISTS (SELECT 1 FROM held_times h WHERE h.tutor_id = ${tutorId} AND h.until > ${now} AND h.student_id <> ${studentId} AND h.start < ${end} AND h."end" > ${start}))`

/** Whether the student's plan is paused in the minutes week in which a lesson with this end lies (docs/rules/minutes.md 10.3). */
const isPaused = (studentId: SQL, end: SQL) =>
  sql`EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ${studentId} AND s.terminated_at IS NULL AND s.paused_from < ${end} AND s.paused_until >= ${end})`

type Reservable = Pick<StandingRow, 'id' | 'studentId' | 'tutorId' | 'reservedTo'> & WeeklyTime

/**
 * The statements that reserve the weeks that have come within four weeks, each where a slot of the tutor covers it and nothing else
 * takes it (docs/rules/lessons.md 15.4, 15.5). Decided in the statement, so that what somebody books at the same moment is seen.
 */
export function reserveStatements(db: Db, standing: Reservable, now: Instant) {
  const { id, studentId, tutorId } = standing
  const weeks = occurrencesAfter(standing.reservedTo, standing, now).map(({ exists, ...week }) => ({
    ...week,
    exists: Number(exists),
    session: sessionIdOf('lesson', crypto.randomUUID()),
  }))
  const of = (name: string) => sql.raw(`one.value ->> '${name}'`)
  const [tutorIdSql, studentIdSql] = [sql`${tutorId}`, sql`${studentId}`]
  const why = sql`CASE WHEN one.value ->> 'exists' = 0 THEN 'no-hour'
    WHEN ${isPaused(studentIdSql, of('end'))} THEN 'paused'
    WHEN NOT ${isCovered(tutorIdSql, of('start'), of('end'))} THEN 'no-slot'
    WHEN ${isTaken(tutorIdSql, studentIdSql, of('start'), of('end'), now)} THEN 'taken' END`
  return [
    db
      .insert(standingWeeks)
      .select(
        sql`SELECT ${id}, day, ${studentId}, ${tutorId}, start, "end", session, CASE WHEN why IS NULL THEN 'reserved' ELSE 'off' END, why, 0, NULL
          FROM (SELECT ${of('day')} AS day, ${of('start')} AS start, ${of('end')} AS "end", ${of('session')} AS session, ${why} AS why
            FROM json_each(${JSON.stringify(weeks)}) AS one) WHERE true`,
      )
      .onConflictDoNothing(),
    db
      .update(standingTimes)
      .set({ reservedTo: lastReservedDay(now) })
      .where(eq(standingTimes.id, id)),
  ] as const
}

/** The statement that gives up the reserved weeks whose time no slot of their tutor covers any more. */
export const giveUpUncovered = (db: Db, now: Instant) =>
  db
    .update(standingWeeks)
    .set({ state: 'off', why: 'no-slot', isTold: false })
    .where(
      and(
        eq(standingWeeks.state, 'reserved'),
        gt(standingWeeks.start, now),
        sql`NOT ${isCovered(sql`${standingWeeks.tutorId}`, sql`${standingWeeks.start}`, sql`${standingWeeks.end}`)}`,
      ),
    )
    .returning({ studentId: standingWeeks.studentId, tutorId: standingWeeks.tutorId })

/** The statement that gives up the reserved weeks in which the plan of their student is paused; the standing times stay (docs/rules/lessons.md 15.11). */
export const giveUpPaused = (db: Db, now: Instant) =>
  giveUp(
    db,
    and(gt(standingWeeks.start, now), isPaused(sql`${standingWeeks.studentId}`, sql`${standingWeeks.end}`)),
    'paused',
  ).returning({ studentId: standingWeeks.studentId, tutorId: standingWeeks.tutorId })

/** The condition that a week that is off for want of the tutor's time, or for a pause, can be reserved now. */
const mayReturn = (now: Instant) =>
  and(
    eq(standingWeeks.state, 'off'),
    inArray(standingWeeks.why, MAY_RETURN),
    gt(standingWeeks.start, now),
    sql`NOT ${isPaused(sql`${standingWeeks.studentId}`, sql`${standingWeeks.end}`)}`,
    isCovered(sql`${standingWeeks.tutorId}`, sql`${standingWeeks.start}`, sql`${standingWeeks.end}`),
    sql`NOT ${isTaken(sql`${standingWeeks.tutorId}`, sql`${standingWeeks.studentId}`, sql`${standingWeeks.start}`, sql`${standingWeeks.end}`, now)}`,
    sql`EXISTS (SELECT 1 FROM ${standingTimes} WHERE ${standingTimes.id} = ${standingWeeks.standingTimeId} AND ${standingTimes.state} = 'accepted')`,
  )

/** Selects weeks that can be reserved after all. */
export const returning = (db: Db, now: Instant, limit: number) =>
  db
    .select({ standingTimeId: standingWeeks.standingTimeId, day: standingWeeks.day })
    .from(standingWeeks)
    .where(mayReturn(now))
    .limit(limit)

/** The statement that reserves one of them, unless something has taken the time meanwhile. */
export const returnStatement = (db: Db, week: { standingTimeId: number; day: LocalDay }, now: Instant) =>
  db
    .update(standingWeeks)
    .set({ state: 'reserved', why: null, isTold: false })
    .where(and(eq(standingWeeks.standingTimeId, week.standingTimeId), eq(standingWeeks.day, week.day), mayReturn(now)))
    .returning({ studentId: standingWeeks.studentId, tutorId: standingWeeks.tutorId })

/** The statement that gives up weeks that are reserved, or off for want of the tutor's time, among those that a condition selects. */
const giveUp = (db: Db, where: SQL | undefined, why: WhyOff) =>
  db
    .update(standingWeeks)
    .set({ state: 'off', why, isTold: false })
    .where(
      and(
        where,
        or(
          eq(standingWeeks.state, 'reserved'),
          and(eq(standingWeeks.state, 'off'), inArray(standingWeeks.why, ['no-slot', 'taken'])),
        ),
      ),
    )

/** The statement that gives up the weeks of a standing time that begin at an instant or later. */
export const giveUpFrom = (db: Db, standingTimeId: number, from: Instant, why: WhyOff) =>
  giveUp(db, and(eq(standingWeeks.standingTimeId, standingTimeId), sql`${standingWeeks.start} >= ${from}`), why)

/** The statement that gives up one reserved week. */
export const giveUpWeek = (db: Db, week: { standingTimeId: number; day: LocalDay }, why: WhyOff) =>
  giveUp(db, and(eq(standingWeeks.standingTimeId, week.standingTimeId), eq(standingWeeks.day, week.day)), why)

/** A lesson that a student's reserved weeks with its tutor become. */
type UsedBy = { studentId: number; tutorId: number; range: TimeRange; lessonId: SQL }

/**
 * The statements that make the student's reserved weeks that a lesson overlaps into that lesson, and free their time for it; none
 * where nothing is reserved (docs/rules/lessons.md 15.6).
 */
export const reservationStatements = (
  db: Db,
  reservations: readonly TimeRange[],
  { studentId, tutorId, range, lessonId }: UsedBy,
) =>
  isHeld(reservations, range)
    ? [
        db
          .update(standingWeeks)
          .set({ state: 'booked', lessonId })
          .where(
            and(
              eq(standingWeeks.studentId, studentId),
              eq(standingWeeks.tutorId, tutorId),
              eq(standingWeeks.state, 'reserved'),
              sql`${standingWeeks.start} < ${range.end}`,
              sql`${standingWeeks.end} > ${range.start}`,
            ),
          ),
      ]
    : []

/** For whom a busy quarter is reserved; null for one that a session takes. */
export const reservedFor = (sessionId: SQL) =>
  sql<
    number | null
  >`(SELECT w.student_id FROM standing_weeks w WHERE w.session_id = ${sessionId} AND w.state = 'reserved')`
