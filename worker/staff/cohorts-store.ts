import { and, gte, not, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { batchAll } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { cohortMonths, cohorts } from '#db/schema/figures'
import { days, type Instant } from '#domain/cairo'
import {
  firstCohort,
  isLocalMonth,
  type LocalMonth,
  monthsOver,
  rangeOfMonth,
  readStay,
  type Stay,
} from '#domain/staff/cohorts'
import { PERIOD_WEEKS, PlanPeriod } from '#domain/subscriptions/periods'

/**
 * Cohorts by month of first payment (docs/rules/staff.md 2.6). A month is counted once, when it is over, from its own payments and
 * from the plans that run at its end: the cost does not grow with the history.
 */

/** No plan that runs at an instant ends later; a day more for changes of the clock. */
const LONGEST_PLAN = days(7 * PERIOD_WEEKS[PlanPeriod.Year] + 1)

/** Money paid for an order; the second payment of one, which is given back, is none. */
const isPayment = (order: SQL) =>
  sql`${order}.paid_at IS NOT NULL AND ${order}.amount > 0 AND ${order}.second_payment_of IS NULL`

/** How many people first paid within a month; also for the test of its plan. */
export function sizeOf(month: LocalMonth): SQL {
  const { start, end } = rangeOfMonth(month)
  return sql`SELECT COUNT(DISTINCT t.user_id) AS people FROM transactions t INDEXED BY transactions_paid
    WHERE ${isPayment(sql`t`)} AND t.paid_at >= ${start} AND t.paid_at < ${end}
      AND NOT EXISTS (SELECT 1 FROM transactions b WHERE b.user_id = t.user_id AND ${isPayment(sql`b`)} AND b.paid_at < ${start})`
}

/** How many of each of these cohorts have a plan at the end of a month; also for the test of its plan. */
export function keptAt(month: LocalMonth, of: readonly LocalMonth[]): SQL {
  const { end } = rangeOfMonth(month)
  const ranges = JSON.stringify(of.map((cohort) => ({ cohort, ...rangeOfMonth(cohort) })))
  return sql`SELECT r.value ->> 'cohort' AS cohort, COUNT(*) AS people FROM (
      SELECT s.user_id, (SELECT MIN(t.paid_at) FROM transactions t WHERE t.user_id = s.user_id AND ${isPayment(sql`t`)}) AS first_paid
      FROM subscriptions s INDEXED BY subscriptions_end
      WHERE s."end" > ${end} AND s."end" <= ${end + LONGEST_PLAN} AND s.start < ${end} AND s.period <> ${literals(PlanPeriod.FreeTrial)}
        AND (s.terminated_at IS NULL OR s.terminated_at > ${end}) GROUP BY s.user_id) f
    JOIN json_each(${ranges}) r ON f.first_paid >= r.value ->> 'start' AND f.first_paid < r.value ->> 'end' GROUP BY 1`
}

const hasPlanAt = (person: SQLiteColumn, end: Instant): SQL =>
  sql`EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ${person} AND s."end" > ${end} AND s.start < ${end}
    AND s.period <> ${literals(PlanPeriod.FreeTrial)} AND (s.terminated_at IS NULL OR s.terminated_at > ${end}))`

const hasPlanSince = (person: SQLiteColumn, end: Instant): SQL =>
  sql`EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ${person} AND s.start >= ${end} AND s.period <> ${literals(PlanPeriod.FreeTrial)})`

const STAYS: Record<Stay, (person: SQLiteColumn, end: Instant) => SQL | undefined> = {
  kept: hasPlanAt,
  gone: (person, end) => not(hasPlanAt(person, end)),
  paused: (person, end) => and(not(hasPlanAt(person, end)), hasPlanSince(person, end)),
  left: (person, end) => and(not(hasPlanAt(person, end)), not(hasPlanSince(person, end))),
}

/**
 * People whose first payment was in a month, or in one of those that are shown, and who stood so at the end of a month
 * (docs/rules/staff.md 2.6); undefined for neither.
 */
export function cohortFilter(
  person: SQLiteColumn,
  { firstPaid, stay }: { firstPaid?: string | undefined; stay?: string | undefined },
  now: Instant,
): SQL | undefined {
  const stood = readStay(stay ?? '')
  if (!stood && firstPaid === undefined) return undefined
  const of = firstPaid !== undefined && isLocalMonth(firstPaid) ? firstPaid : null
  const { start } = rangeOfMonth(of ?? firstCohort(now))
  const { end } = rangeOfMonth(of ?? stood?.month ?? firstCohort(now))
  return and(
    sql`${person} IN (SELECT t.user_id FROM transactions t INDEXED BY transactions_paid
      WHERE ${isPayment(sql`t`)} AND t.paid_at >= ${start} AND t.paid_at < ${end} AND NOT EXISTS (
        SELECT 1 FROM transactions b WHERE b.user_id = t.user_id AND ${isPayment(sql`b`)} AND b.paid_at < ${start}))`,
    stood ? STAYS[stood.stay](person, rangeOfMonth(stood.month).end) : undefined,
  )
}

/** Counts a month that is over, and the cohorts of it and of the months before. */
async function storeMonth(db: Db, month: LocalMonth, of: readonly LocalMonth[]): Promise<void> {
  const [[sized], kept] = await batchAll(db, [
    db.select({ people: sql<number>`people` }).from(sql`(${sizeOf(month)})`),
    db.select({ cohort: sql<LocalMonth>`cohort`, people: sql<number>`people` }).from(sql`(${keptAt(month, of)})`),
  ])
  const keptOf = new Map(kept.map(({ cohort, people }) => [cohort, people]))
  await db.batch([
    db
      .insert(cohorts)
      .values({ month, size: sized?.people ?? 0 })
      .onConflictDoNothing(),
    db
      .insert(cohortMonths)
      .values(of.map((cohort) => ({ cohort, month, kept: keptOf.get(cohort) ?? 0 })))
      .onConflictDoNothing(),
  ])
}

/** Selects the cohorts from a month on. */
export const cohortStatement = (db: Db, from: LocalMonth) =>
  db.select().from(cohorts).where(gte(cohorts.month, from)).orderBy(cohorts.month)

/** Counts the months that are over and not stored, the oldest first (docs/rules/staff.md 2.6). Returns how many. */
export async function storeCohorts(db: Db, now: Instant): Promise<number> {
  const months = monthsOver(now)
  const stored = new Set((await cohortStatement(db, firstCohort(now))).map(({ month }) => month))
  const missing = months.filter((month) => !stored.has(month))
  for (const month of missing)
    await storeMonth(
      db,
      month,
      months.filter((cohort) => cohort <= month),
    )
  return missing.length
}
