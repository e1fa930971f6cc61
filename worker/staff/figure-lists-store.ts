import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NumberFilter } from '#contract/fields'
import { literals } from '#db/schema/columns'
import { lessons } from '#db/schema/lessons'
import { days, hours, type Instant } from '#domain/cairo'
import { CONVERSION_DAYS } from '#domain/staff/dashboard-figures'
import type { PlanFigureSource } from '#domain/staff/plan-figures'
import { PlanPeriod } from '#domain/subscriptions/periods'

/**
 * What the figures count by, as conditions that the lists share which they open (docs/rules/staff.md 2.3, 2.5). Tables are given
 * by their name in the statement.
 */

const WEEK = days(7)

const isPaid = (subscription: SQL): SQL => sql`${subscription}.period <> ${literals(PlanPeriod.FreeTrial)}`

/** Of a paid subscription: its student had none before. */
export const isFirstPlan = (subscription: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM subscriptions b WHERE b.user_id = ${subscription}.user_id AND ${isPaid(sql`b`)} AND b.id < ${subscription}.id)`

/** Of a free trial: its student's first plan came in time. */
export const isConverted = (trial: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM subscriptions b WHERE b.user_id = ${trial}.user_id AND ${isPaid(sql`b`)} AND b.created_at <= ${trial}.created_at + ${literals(hours(24 * CONVERSION_DAYS))})`

/** How an order came about; where there is no order, the free trial. */
export const sourceOf = (order: SQL): SQL =>
  sql`CASE WHEN ${order}.id IS NULL THEN 'trial' WHEN ${order}.coupon_id IS NOT NULL THEN 'coupon' WHEN EXISTS (SELECT 1 FROM plan_invites i WHERE i.user_id = ${order}.user_id AND i.plan_id = ${order}.plan_id AND i.created_at <= ${order}.created_at) THEN 'invite' ELSE 'direct' END`

/** The subscription `s` that a lesson's minutes were taken from, and its order `o`; nulls where there is none. */
export const orderOfLesson = (lesson: SQL): SQL =>
  sql`LEFT JOIN subscriptions s ON s.id = (SELECT m.subscription_id FROM minute_entries m WHERE m.lesson_id = ${lesson}.id AND m.kind = 'booking' ORDER BY m.revision DESC LIMIT 1) LEFT JOIN transactions o ON o.id = s.tx_id`

type Origin = { plans?: readonly number[] | undefined; sources?: readonly PlanFigureSource[] | undefined }

const amongGiven = (value: SQL, given: readonly (number | string)[] | undefined): SQL | undefined =>
  given === undefined || given.length === 0
    ? undefined
    : sql`${value} IN (SELECT value FROM json_each(${JSON.stringify(given)}))`

/** An order is of one of these plans, and came about in one of these ways; undefined for neither. */
export const originFilter = (order: SQL, { plans, sources }: Origin): SQL | undefined =>
  and(amongGiven(sql`${order}.plan_id`, plans), amongGiven(sourceOf(order), sources))

/** The order of this id is of such an origin. */
export function orderFilter(orderId: SQLiteColumn, origin: Origin): SQL | undefined {
  const condition = originFilter(sql`o`, origin)
  return condition && sql`EXISTS (SELECT 1 FROM transactions o WHERE o.id = ${orderId} AND ${condition})`
}

/** The instants between which a filter of a list asks. */
function endsOf(filter: NumberFilter | undefined): { from: Instant; to: Instant } {
  const { gte, gt, lte, lt } =
    typeof filter === 'number' ? { gte: filter, gt: filter, lte: filter, lt: filter } : (filter ?? {})
  return { from: gte ?? gt ?? 0, to: lte ?? lt ?? Number.MAX_SAFE_INTEGER }
}

/**
 * A lesson's minutes were taken from a subscription of such an origin. The lessons are found from the subscriptions, which are fewer:
 * those that run while the lessons begin, and a week before and after, by which a week of minutes may reach beyond its subscription.
 * Free trials never end, so that all of them run: on days that are known the lessons are read instead.
 */
export function minutesFilter(origin: Origin, start: NumberFilter | undefined): SQL | undefined {
  const condition = originFilter(sql`o`, origin)
  if (condition === undefined) return undefined
  const { from, to } = endsOf(start)
  const subscriptions = sql`SELECT s.id FROM subscriptions s LEFT JOIN transactions o ON o.id = s.tx_id
    WHERE s."end" > ${from - WEEK} AND s.start < ${to + WEEK} AND ${and(amongGiven(sql`s.plan_id`, origin.plans), condition)}`
  const isOfSource = sql`EXISTS (SELECT 1 FROM (SELECT 1) ${orderOfLesson(sql`${lessons}`)} WHERE ${condition})`
  if (from > 0 && origin.sources?.includes('trial')) return isOfSource
  return sql`${lessons.id} IN (SELECT b.lesson_id FROM minute_entries b WHERE b.kind = 'booking' AND b.subscription_id IN (${subscriptions}))
    AND ${isOfSource}`
}
