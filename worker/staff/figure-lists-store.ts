import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NumberFilter } from '#contract/fields'
import { literals } from '#db/schema/columns'
import { lessons } from '#db/schema/lessons'
import { pauses } from '#db/schema/pauses'
import { referralRewards } from '#db/schema/referrals'
import { days, hours, type Instant } from '#domain/cairo'
import { CONVERSION_DAYS, RENEWAL_DAYS_AFTER, type RenewalKind } from '#domain/staff/dashboard-figures'
import type { PlanFigureSource } from '#domain/staff/plan-figures'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { numberFilter } from '../http/filters.ts'

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

/** Of a subscription: a plan that has ended by itself, and was not terminated before. */
export const isEnded = (subscription: SQL, now: Instant): SQL =>
  sql`${isPaid(subscription)} AND ${subscription}."end" <= ${now} AND (${subscription}.terminated_at IS NULL OR ${subscription}.terminated_at >= ${subscription}."end")`

/** Of a plan that has ended: how it was renewed, a `RenewalKind`. */
export const renewalOf = (subscription: SQL): SQL =>
  sql`CASE WHEN ${subscription}.extended_by IS NULL THEN CASE WHEN EXISTS (SELECT 1 FROM subscriptions b WHERE b.user_id = ${subscription}.user_id AND b."end" > ${subscription}."end" AND ${isPaid(sql`b`)} AND b.created_at > ${subscription}."end" AND b.created_at <= ${subscription}."end" + ${literals(days(RENEWAL_DAYS_AFTER))}) THEN 'later' ELSE 'none' END
    WHEN EXISTS (SELECT 1 FROM subscriptions b CROSS JOIN renewal_charges c ON c.tx_id = b.tx_id WHERE b.id = ${subscription}.extended_by) THEN 'card' ELSE 'early' END`

/** Of a subscription: it has begun at the end of one of the same student with more minutes a week. */
export const isSmaller = (subscription: SQL, now: Instant): SQL =>
  sql`(${subscription}.start <= ${now} AND EXISTS (SELECT 1 FROM subscriptions b WHERE b.user_id = ${subscription}.user_id AND b.extended_by = ${subscription}.id AND b.weekly_minutes > ${subscription}.weekly_minutes))`

/** Of an order: it has changed a running plan. */
export const hasChangedPlan = (order: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM plan_changes c WHERE c.tx_id = ${order}.id AND c.done_at IS NOT NULL)`

/** The longest that a pause lasts: three weeks, and an hour more where the clocks go back. */
const LONGEST_PAUSE = days(21) + hours(1)

/** Selects the plans that are paused at this moment; one that was terminated in its pause is over. */
export const pausedNow = (now: Instant): SQL =>
  sql`SELECT s.id FROM pauses p INDEXED BY pauses_start CROSS JOIN subscriptions s ON s.id = p.subscription_id WHERE p.start > ${now - LONGEST_PAUSE} AND p.start <= ${now} AND p."end" > ${now} AND s.terminated_at IS NULL`

/** Selects the students with a standing time that runs. */
export const standingNow = sql`SELECT DISTINCT student_id FROM standing_times INDEXED BY standing_times_running WHERE state = 'accepted'`

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

/** A plan that has ended was renewed in one of these ways. */
export const renewedFilter = (
  subscription: SQL,
  kinds: readonly RenewalKind[] | undefined,
  now: Instant,
): SQL | undefined =>
  kinds === undefined || kinds.length === 0
    ? undefined
    : sql`(${isEnded(subscription, now)} AND ${amongGiven(renewalOf(subscription), kinds)})`

/** A pause of the subscription began then. */
export function pauseFilter(id: SQLiteColumn, start: NumberFilter | undefined, now: Instant): SQL | undefined {
  const began = numberFilter(pauses.start, start)
  return (
    began &&
    sql`${id} IN (SELECT ${pauses.subscriptionId} FROM ${pauses} WHERE ${began} AND ${pauses.end} > ${pauses.start} AND ${pauses.start} <= ${now})`
  )
}

/** A student was brought by a friend, and the minutes were granted then (docs/rules/minutes.md 12.4). */
export function broughtFilter(id: SQLiteColumn, granted: NumberFilter | undefined): SQL | undefined {
  const within = numberFilter(referralRewards.createdAt, granted)
  return (
    within &&
    sql`${id} IN (SELECT ${referralRewards.userId} FROM ${referralRewards} WHERE ${referralRewards.side} = 'friend' AND ${within})`
  )
}
