import { and, gte, type SQL, sql } from 'drizzle-orm'
import { batchAll } from '#db/batch'
import type { Db } from '#db/client'
import { cardCounts } from '#db/schema/card-counts'
import { fromExcluded, literals } from '#db/schema/columns'
import { tutorQualities, tutorWeeks } from '#db/schema/tutor-quality'
import { calendarWeekOf, days, type Instant, minutes } from '#domain/cairo'
import { LONGEST_LESSON } from '#domain/lessons/durations'
import { LessonOutcome, WITH_TUTOR } from '#domain/lessons/outcome'
import { Role } from '#domain/roles'
import { type Quality, type QualityCounts, qualityCountNames, qualityOf, qualitySince } from '#domain/tutors/quality'
import { isAmong } from '../http/filters.ts'
import { moveCursor, readCursor } from './figure-cursor.ts'

/**
 * The figures of tutors (docs/rules/staff.md 15.1, 15.2). A night counts anew the weeks of a tutor in which something changed since
 * the cursor, and adds up those weeks of twelve that count: its cost does not grow with the history.
 */

/** How much of what changed is read at once: the first night, and one after a long pause, go in steps. */
const STEP = days(7)
const LONGEST = minutes(LONGEST_LESSON)
/** Weeks that are counted, and tutors whose weeks are added up, in one statement. */
const TOGETHER = 200

const isAttended = sql`o.outcome IN (${literals(...WITH_TUTOR)})`
const isHeld = sql`o.outcome = ${literals(LessonOutcome.Held)}`
const isOfTutors = sql`u.role IN (${literals(Role.Tutor, Role.TutorManager)})`

/** Where a tutor's lessons may count otherwise since the cursor, each with the columns `tutor` and `start`. Also for the test of their plans. */
export function changedSources(from: Instant, until: Instant): SQL[] {
  return [
    sql`SELECT o.tutor_id AS tutor, o.start AS start FROM lesson_outcomes o INDEXED BY lesson_outcomes_updated WHERE o.updated_at >= ${from} AND o.updated_at < ${until}`,
    // A tutor cancels until the lesson's end, and it counts from its start on.
    sql`SELECT l.canceled_by AS tutor, l.start AS start FROM lessons l INDEXED BY lessons_canceled CROSS JOIN users u ON u.id = l.canceled_by AND ${isOfTutors} WHERE l.canceled_at IS NOT NULL AND l.start >= ${from - LONGEST} AND l.start < ${until}`,
    sql`SELECT o.tutor_id AS tutor, o.start AS start FROM reports r INDEXED BY reports_created CROSS JOIN lesson_outcomes o ON o.lesson_id = r.lesson_id WHERE r.created_at >= ${from} AND r.created_at < ${until}`,
  ]
}

/**
 * The tutors whose figures change without a lesson: they were rated, a rating was changed or deleted, or a week has left those
 * that count. Compared with the counts that triggers keep, tutor by tutor, as nothing is left of a rating that was deleted.
 */
export const otherSources = (since: Instant): SQL[] => [
  sql`SELECT q.tutor_id AS tutor FROM tutor_qualities q CROSS JOIN card_counts c ON c.user_id = q.tutor_id WHERE c.ratings <> q.ratings OR c.stars <> q.stars`,
  sql`SELECT q.tutor_id AS tutor FROM tutor_qualities q INDEXED BY tutor_qualities_since WHERE q.since < ${since}`,
]

type TutorWeek = { tutorId: number; week: Instant; end: Instant }

/** The weeks that have to be counted anew, each once. */
async function changedWeeks(db: Db, from: Instant, until: Instant): Promise<TutorWeek[]> {
  const found = await batchAll(
    db,
    changedSources(from, until).map((source) =>
      db.select({ tutorId: sql<number>`tutor`, start: sql<Instant>`start` }).from(sql`(${source})`),
    ),
  )
  const weeks = new Map<string, TutorWeek>()
  for (const { tutorId, start } of found.flat()) {
    const { start: week, end } = calendarWeekOf(start)
    weeks.set(`${tutorId} ${week}`, { tutorId, week, end })
  }
  return [...weeks.values()]
}

/** Counts the lessons of tutors' weeks. Also for the test of its plan. */
export const countedWeeks = (weeks: readonly TutorWeek[], now: Instant): SQL => {
  const sumOf = (condition: SQL) => sql`COALESCE(SUM(${condition}), 0)`
  const canceled = sql`(SELECT COUNT(*) FROM lessons l INDEXED BY lessons_canceled_by WHERE l.canceled_by = j.value ->> 'tutorId' AND l.canceled_at IS NOT NULL
    AND l.start >= j.value ->> 'week' AND l.start < MIN(j.value ->> 'end', ${now}))`
  return sql`SELECT j.value ->> 'tutorId', j.value ->> 'week', COUNT(o.lesson_id), ${canceled}, ${sumOf(isAttended)},
    ${sumOf(isHeld)}, ${sumOf(sql`${isAttended} AND o.late IS NOT NULL`)},
    ${sumOf(sql`${isAttended} AND o.late = 1`)}, ${sumOf(sql`${isHeld} AND o.cut_short = 1`)},
    ${sumOf(sql`EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = o.lesson_id)`)},
    ${sumOf(sql`${isHeld} AND o.poor_call IS NOT NULL`)}, ${sumOf(sql`${isHeld} AND COALESCE(o.poor_call, 0) = 1`)}
    FROM json_each(${JSON.stringify(weeks)}) j LEFT JOIN lesson_outcomes o INDEXED BY lesson_outcomes_tutor
      ON o.tutor_id = j.value ->> 'tutorId' AND o.start >= j.value ->> 'week' AND o.start < j.value ->> 'end'
    WHERE 1 GROUP BY j.key`
}

const countWeeks = (db: Db, weeks: readonly TutorWeek[], now: Instant) =>
  db
    .insert(tutorWeeks)
    .select(countedWeeks(weeks, now))
    .onConflictDoUpdate({
      target: [tutorWeeks.tutorId, tutorWeeks.week],
      set: fromExcluded(tutorWeeks, qualityCountNames),
    })

const sumOfWeeks = (name: (typeof qualityCountNames)[number]) => sql<number>`SUM(${tutorWeeks[name]})`.as(`sum_${name}`)

/** Selects the sums of these tutors' weeks that count, with all of their ratings. */
const sumsStatement = (db: Db, tutors: readonly number[], since: Instant) =>
  db
    .select({
      tutorId: tutorWeeks.tutorId,
      settled: sumOfWeeks('settled'),
      canceled: sumOfWeeks('canceled'),
      fulfilled: sumOfWeeks('fulfilled'),
      held: sumOfWeeks('held'),
      timed: sumOfWeeks('timed'),
      late: sumOfWeeks('late'),
      cutShort: sumOfWeeks('cutShort'),
      disputed: sumOfWeeks('disputed'),
      measured: sumOfWeeks('measured'),
      poorCall: sumOfWeeks('poorCall'),
      ratings: sql<number>`COALESCE(${cardCounts.ratings}, 0)`.as('given_ratings'),
      stars: sql<number>`COALESCE(${cardCounts.stars}, 0)`.as('given_stars'),
    })
    .from(tutorWeeks)
    .leftJoin(cardCounts, sql`${cardCounts.userId} = ${tutorWeeks.tutorId}`)
    .where(and(isAmong(tutorWeeks.tutorId, tutors), gte(tutorWeeks.week, since)))
    .groupBy(tutorWeeks.tutorId)

type Summed = QualityCounts & { tutorId: number; ratings: number; stars: number }

const rowOf = ({ tutorId, ratings, stars, ...counts }: Summed, quality: Quality, since: Instant, now: Instant) => ({
  tutorId,
  since,
  lessons: quality.lessons,
  settled: counts.settled,
  canceled: counts.canceled,
  fulfilledLessons: counts.fulfilled,
  held: counts.held,
  timed: counts.timed,
  late: counts.late,
  cutShortLessons: counts.cutShort,
  disputedLessons: counts.disputed,
  measured: counts.measured,
  poorCallLessons: counts.poorCall,
  ratings,
  stars,
  fulfilled: quality.fulfilled,
  punctual: quality.punctual,
  rating: quality.rating,
  disputed: quality.disputed,
  cutShort: quality.cutShort,
  poorCall: quality.poorCall,
  computedAt: now,
})
type QualityRow = ReturnType<typeof rowOf>

/** The columns in the order of the table, as `rowOf` names them. */
const COLUMNS = [
  'tutorId',
  'since',
  'lessons',
  'settled',
  'canceled',
  'fulfilledLessons',
  'held',
  'timed',
  'late',
  'cutShortLessons',
  'disputedLessons',
  'measured',
  'poorCallLessons',
  'ratings',
  'stars',
  'fulfilled',
  'punctual',
  'rating',
  'disputed',
  'cutShort',
  'poorCall',
  'computedAt',
] as const satisfies readonly (keyof QualityRow)[]

/** Stores the figures of these tutors; who has no lessons in the weeks that count any more has no row. */
async function storeQualities(db: Db, tutors: readonly number[], since: Instant, now: Instant): Promise<void> {
  const summed = await sumsStatement(db, tutors, since)
  const rows = summed.map((one) => rowOf(one, qualityOf(one, one), since, now)).filter(({ lessons }) => lessons > 0)
  const values = COLUMNS.map((name) => sql`value ->> ${sql.raw(`'${name}'`)}`)
  const [, ...changed] = COLUMNS
  await db.batch([
    db.delete(tutorQualities).where(
      sql`${isAmong(tutorQualities.tutorId, tutors)} AND NOT ${isAmong(
        tutorQualities.tutorId,
        rows.map(({ tutorId }) => tutorId),
      )}`,
    ),
    db
      .insert(tutorQualities)
      .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(rows)}) WHERE 1`)
      .onConflictDoUpdate({
        target: tutorQualities.tutorId,
        set: fromExcluded(tutorQualities, changed),
      }),
  ])
}

function* inGroups<T>(all: readonly T[]): Generator<T[]> {
  for (let first = 0; first < all.length; first += TOGETHER) yield all.slice(first, first + TOGETHER)
}

/**
 * Brings the tutors' figures up to date (docs/rules/staff.md 15.2), and returns how many tutors' it computed. Repeated, or after a
 * night that was cut off, it computes the same: the cursor moves last.
 */
export async function storeTutorQualities(db: Db, now: Instant): Promise<number> {
  const since = qualitySince(now)
  const from = await readCursor(db, 'tutor-quality', since)
  const tutors = new Set<number>()
  for (let at = from; at < now; at += STEP) {
    const weeks = await changedWeeks(db, at, Math.min(at + STEP, now))
    for (const group of inGroups(weeks)) await countWeeks(db, group, now)
    for (const { tutorId } of weeks) tutors.add(tutorId)
  }
  const others = await batchAll(
    db,
    otherSources(since).map((source) => db.select({ tutorId: sql<number>`tutor` }).from(sql`(${source})`)),
  )
  for (const { tutorId } of others.flat()) tutors.add(tutorId)
  for (const group of inGroups([...tutors])) await storeQualities(db, group, since, now)
  await moveCursor(db, 'tutor-quality', now)
  return tutors.size
}
