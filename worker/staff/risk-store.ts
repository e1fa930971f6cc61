import { type SQL, sql } from 'drizzle-orm'
import { batchAll, type RowsOf, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { type riskStates, studentRisks } from '#db/schema/student-risks'
import { subscriptions } from '#db/schema/subscriptions'
import { hours, type Instant, minutes, quarterOf } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import { LessonOutcome } from '#domain/lessons/outcome'
import { Role } from '#domain/roles'
import {
  IDLE_AFTER,
  isWithoutLesson,
  LOW_RATING,
  latestRisk,
  MISSED_IN_A_ROW,
  type RiskFacts,
  type Risks,
  risksOf,
} from '#domain/students/risk'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { balanceOf, sumsStatement } from '../subscriptions/store.ts'
import { moveCursor, readCursor } from './figure-cursor.ts'

/**
 * Students at risk (docs/rules/staff.md 13.1, 13.2). Every statement reads what changed since the cursor, or a few rows of
 * each student, by an index: its cost does not grow with the history.
 */

/** How far back the first night looks. */
const FIRST_NIGHT = hours(90 * 24)
/** Students whose facts are read together. */
const TOGETHER = 50

const MISSED = [LessonOutcome.NobodyAttended, LessonOutcome.StudentAbsent] as const
const isOfStudents = sql`u.role = ${literals(Role.Student)}`
/** The latest quarter hour of a lesson of theirs that was not cancelled. */
const lastQuarter = (student: SQL) => sql`(SELECT MAX(q.quarter) FROM busy_quarters q WHERE q.user_id = ${student})`
const studentsOf = (lessonId: SQL) =>
  sql`CROSS JOIN lesson_members m ON m.lesson_id = ${lessonId} CROSS JOIN users u ON u.id = m.user_id AND ${isOfStudents}`

/** The sources of students who may be at risk since the cursor, each with the column `id`; also for the test of their plans. */
export function candidateSources(from: Instant, now: Instant): SQL[] {
  const [idleFrom, idleUntil] = [from - IDLE_AFTER - hours(1), now - IDLE_AFTER]
  const isIdle = (student: SQL) => sql`COALESCE(${lastQuarter(student)}, 0) < ${quarterOf(idleUntil)}`
  return [
    // The last lesson was ten days ago.
    sql`SELECT u.id AS id FROM lessons l INDEXED BY lessons_start ${studentsOf(sql`l.id`)} WHERE l.start >= ${idleFrom} AND l.start <= ${idleUntil} AND l.canceled_at IS NULL AND ${isIdle(sql`u.id`)}`,
    // The plan began ten days ago.
    sql`SELECT s.user_id AS id FROM subscriptions s INDEXED BY subscriptions_start WHERE s.start >= ${idleFrom} AND s.start <= ${idleUntil} AND s.period <> ${literals(PlanPeriod.FreeTrial)} AND ${isIdle(sql`s.user_id`)}`,
    // A lesson to come, without which the last one is long ago, was cancelled.
    sql`SELECT u.id AS id FROM lessons l INDEXED BY lessons_canceled_at ${studentsOf(sql`l.id`)} WHERE l.canceled_at IS NOT NULL AND l.canceled_at >= ${from} AND ${isIdle(sql`u.id`)}`,
    sql`SELECT u.id AS id FROM lesson_outcomes o INDEXED BY lesson_outcomes_missed ${studentsOf(sql`o.lesson_id`)} WHERE o.outcome IN (${literals(...MISSED)}) AND o.updated_at >= ${from}`,
    sql`SELECT u.id AS id FROM ratings r INDEXED BY ratings_low CROSS JOIN users u ON u.id = r.rater_id AND ${isOfStudents} WHERE r.value <= ${literals(LOW_RATING)} AND r.updated_at >= ${from}`,
    sql`SELECT k.student_id AS id FROM student_risks k INDEXED BY student_risks_not_over WHERE k.state <> 'over'`,
  ]
}

/** Students to look at: those of whom something changed since the cursor, and those who are at risk or watched. */
async function candidates(db: Db, from: Instant, now: Instant): Promise<number[]> {
  const statements = candidateSources(from, now).map((source) =>
    db.select({ id: sql<number>`id` }).from(sql`(${source})`),
  )
  return [...new Set((await batchAll(db, statements)).flatMap((rows) => rows.map(({ id }) => id)))]
}

type Latest = { start: Instant; duration: number; outcome: LessonOutcome | null }

/** The statements of the facts about students, for `factsOf`. */
const factStatements = (db: Db, ids: readonly number[], now: Instant) => {
  const all = JSON.stringify(ids)
  const past = quarterOf(now)
  return [
    db.select().from(subscriptions).where(sql`${subscriptions.userId} IN (SELECT value FROM json_each(${all}))`),
    sumsStatement(db, sql`${subscriptions.userId} IN (SELECT value FROM json_each(${all}))`, now),
    db
      .select({
        studentId: sql<number>`j.value`.as('student_id'),
        lastQuarter: sql<number | null>`${lastQuarter(sql`j.value`)}`.as('last_quarter'),
        latest:
          sql`(SELECT json_group_array(json_object('start', l.start, 'duration', l.duration, 'outcome', o.outcome))
          FROM (SELECT DISTINCT session_id FROM (SELECT q.session_id FROM busy_quarters q WHERE q.user_id = j.value AND q.quarter < ${past}
            ORDER BY q.quarter DESC LIMIT ${2 * MISSED_IN_A_ROW + 2})) s
          JOIN lessons l ON l.session_id = s.session_id LEFT JOIN lesson_outcomes o ON o.lesson_id = l.id)`
            .mapWith((text): Latest[] => JSON.parse(text))
            .as('latest'),
        lowRatingAt: sql<number | null>`(SELECT MAX(r.updated_at) FROM ratings r
          WHERE r.rater_id = j.value AND r.value <= ${literals(LOW_RATING)})`.as('low_rating_at'),
      })
      .from(sql`json_each(${all}) j`),
  ] as const
}

/** Lessons of 30 minutes take two of the quarters that are read: those that are over, the latest first. */
const isOver = (now: Instant) => (lesson: Latest) => rangeOf(lesson).end <= now

function factsOf([all, sums, people]: RowsOf<ReturnType<typeof factStatements>>, now: Instant): Map<number, RiskFacts> {
  const termsOf = Map.groupBy(all, ({ userId }) => userId)
  return new Map(
    people.map(({ studentId, lastQuarter: last, latest, lowRatingAt }) => {
      const balance = balanceOf([termsOf.get(studentId) ?? [], sums], now)
      const plan = balance && balance.subscription.period !== PlanPeriod.FreeTrial ? balance.subscription : null
      const facts: RiskFacts = {
        planSince: plan?.start ?? null,
        remainingMinutes: balance?.remainingMinutes ?? 0,
        lastLessonEnd: last === null ? null : (last + 1) * minutes(15),
        latest: latest
          .filter(isOver(now))
          .toSorted((one, other) => other.start - one.start)
          .map((lesson) => ({
            end: rangeOf(lesson).end,
            isMissed: MISSED.some((outcome) => outcome === lesson.outcome),
          })),
        lowRatingAt,
      }
      return [studentId, facts] as const
    }),
  )
}

type Found = Risks & { studentId: number; state: (typeof riskStates)[number]; latestAt: Instant | null }

function foundOf(studentId: number, facts: RiskFacts, now: Instant): Found {
  const risks = risksOf(facts, now)
  const latestAt = latestRisk(risks)
  const state = latestAt !== null ? 'open' : isWithoutLesson(facts, now) ? 'watched' : 'over'
  return { studentId, state, latestAt, ...risks }
}

const VALUES = ['state', 'idle_since', 'missed_at', 'low_rated_at', 'latest_at'] as const

/** Stores what was found, and leaves rows alone that are as before; who was never at risk gets no row. */
function saveStatement(db: Db, found: readonly Found[], now: Instant): Statement {
  const excluded = (name: string) => sql.raw(`excluded."${name}"`)
  const differs = VALUES.map((name) => sql`${sql.raw(`student_risks."${name}"`)} IS NOT ${excluded(name)}`)
  const value = (name: string) => sql`j.value ->> ${sql.raw(`'${name}'`)}`
  const [id, state, idle, missed, rated, latest] = [
    ...(['studentId', 'state', 'idleSince', 'missedAt', 'lowRatedAt', 'latestAt'] as const),
  ].map(value)
  return db
    .insert(studentRisks)
    .select(
      sql`SELECT ${id}, ${state}, ${idle}, ${missed}, ${rated}, ${latest}, NULL, NULL, NULL, NULL, ${now}, ${now} FROM json_each(${JSON.stringify(found)}) j
        WHERE ${state} <> 'over' OR EXISTS (SELECT 1 FROM student_risks k WHERE k.student_id = ${id})`,
    )
    .onConflictDoUpdate({
      target: studentRisks.studentId,
      set: {
        state: excluded('state'),
        idleSince: excluded('idle_since'),
        missedAt: excluded('missed_at'),
        lowRatedAt: excluded('low_rated_at'),
        latestAt: excluded('latest_at'),
        // Whoever is at risk anew has no owner yet.
        ownerId: sql`CASE WHEN ${studentRisks.state} = 'over' THEN NULL ELSE ${studentRisks.ownerId} END`,
        updatedAt: sql`MAX(${now}, ${studentRisks.updatedAt} + 1)`,
      },
      setWhere: sql.join(differs, sql` OR `),
    })
}

/**
 * Looks at the students of whom something changed since the last night, and again at those who are at risk. Repeated, or
 * after a night that was cut off, it finds the same: the cursor moves last.
 */
export async function findStudentsAtRisk(db: Db, now: Instant): Promise<number> {
  const from = await readCursor(db, 'student-risks', now - FIRST_NIGHT)
  const ids = await candidates(db, from, now)
  for (let first = 0; first < ids.length; first += TOGETHER) {
    const facts = factsOf(await batchAll(db, factStatements(db, ids.slice(first, first + TOGETHER), now)), now)
    await saveStatement(
      db,
      [...facts].map(([id, known]) => foundOf(id, known, now)),
      now,
    )
  }
  await moveCursor(db, 'student-risks', now)
  return ids.length
}
