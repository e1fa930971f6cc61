import { daysBetween, type Instant, localDay, plusDays } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { type Piastres, shareOf } from '../money.ts'
import type { SubscriptionTerm } from '../subscriptions/current.ts'
import { isPausedAt, type Pausing } from '../subscriptions/minutes.ts'
import { type PaidPeriod, PERIOD_WEEKS, type PlanPrices, priceOfPeriod } from '../subscriptions/periods.ts'
import { waitingOf } from '../subscriptions/renewal.ts'
import { whyNotBuyer } from './buyer.ts'
import { isOpenOrder, type NewOrder, whyNotPlan } from './new-order.ts'
import { runningPlanOf } from './top-up.ts'

/**
 * The fewest days that a change of plan pays for: the running week rises by the whole difference, however little is left of
 * it (docs/rules/minutes.md 9.2).
 */
export const LEAST_DAYS_CHARGED = 7

/** The whole days from `now` until an end, by the wall time in Cairo, so that a clock change takes or gives none. */
export function wholeDaysLeft(end: Instant, now: Instant): number {
  const days = daysBetween(localDay(now), localDay(end))
  return Math.max(0, plusDays(now, days) > end ? days - 1 : days)
}

/** What a subscription was bought as. `price`: of its whole period, in piastres (docs/rules/minutes.md 9.2). */
export type BoughtTerm = { planId: number; weeklyMinutes: number; price: Piastres }

type RunningTerm = { period: PaidPeriod; end: Instant; periodPrice: Piastres | null } & Pausing
type OfferedPlan = PlanPrices & { id: number; weeklyMinutes: number }

/**
 * The days that a change of plan pays for: the whole days left, without those of a pause that comes or lasts, which grant
 * nothing; at least seven, and at most those of the period (docs/rules/minutes.md 9.2).
 */
function daysCharged({ period, end, pausedFrom, pausedUntil }: RunningTerm, now: Instant): number {
  const isComing = pausedFrom != null && pausedUntil != null && pausedUntil > now
  const paused = isComing ? daysBetween(localDay(Math.max(pausedFrom, now)), localDay(pausedUntil)) : 0
  return Math.min(PERIOD_WEEKS[period] * 7, Math.max(LEAST_DAYS_CHARGED, wholeDaysLeft(end, now) - paused))
}

/**
 * What a subscription becomes by a change of plan, and what the change costs now: of the difference of both whole prices what
 * the days left are of the period's, rounded down. A cheaper plan costs nothing, and the higher price stays, so that a later
 * change does not charge for it again (docs/rules/minutes.md 9.2).
 */
export function changeOfPlan(running: RunningTerm, plan: OfferedPlan, now: Instant): BoughtTerm & { amount: Piastres } {
  const { period, periodPrice } = running
  const paid = periodPrice ?? 0
  const price = Math.max(paid, priceOfPeriod(plan, period))
  const amount = shareOf(price - paid, daysCharged(running, now), PERIOD_WEEKS[period] * 7)
  return { planId: plan.id, weeklyMinutes: plan.weeklyMinutes, price, amount }
}

type ChangingPlan = SubscriptionTerm & { weeklyMinutes: number }

type PlanChangeOrder<S> = Pick<NewOrder, 'student' | 'phone' | 'orders' | 'invite'> & {
  plan: (NonNullable<NewOrder['plan']> & { weeklyMinutes: number }) | null
  hasCoupon: boolean
  subscriptions: readonly S[]
}

/** Whether a plan is more than the running one, so that a change to it takes place at once. */
export const isUpwards = (running: { weeklyMinutes: number }, plan: { weeklyMinutes: number }): boolean =>
  plan.weeklyMinutes > running.weeklyMinutes

/** Why a change of plan cannot be ordered, null when it can (docs/rules/minutes.md 9.1). */
export function whyNotPlanChange<S extends ChangingPlan>(order: PlanChangeOrder<S>, now: Instant): ErrorCode | null {
  const { student, phone, orders, plan, hasCoupon, subscriptions } = order
  const running = runningPlanOf(subscriptions, now)
  return (
    whyNotBuyer(student, phone, now) ??
    (running === null ? 'subscription-required' : null) ??
    (running !== null && isPausedAt(running, now) ? 'subscription-paused' : null) ??
    whyNotPlan(order, now) ??
    (running !== null && plan !== null && !isUpwards(running, plan) ? 'bad-request' : null) ??
    (hasCoupon ? 'coupon-not-found' : null) ??
    (orders.some((one) => isOpenOrder(one, now)) ? 'illegal' : null)
  )
}

/**
 * Why a student cannot choose the plan of the period after the running one (docs/rules/minutes.md 9.8). Null for a choice that
 * is taken back.
 */
export function whyNotNextPlan(
  order: Pick<NewOrder, 'student' | 'invite' | 'plan'> & {
    subscriptions: readonly SubscriptionTerm[]
    isChosen: boolean
  },
  now: Instant,
): ErrorCode | null {
  if (runningPlanOf(order.subscriptions, now) === null) return 'subscription-required'
  if (!order.isChosen) return null
  return whyNotPlan(order, now) ?? (waitingOf(order.subscriptions, now) === null ? null : 'subscription-exists')
}

/** A change of plan that was paid and is not undone, oldest first in lists. */
export type MadeChange = { orderId: number; from: BoughtTerm; to: BoughtTerm }

/**
 * What a subscription is once one of its changes is undone: its minutes and its price fall by what that change added, and its
 * plan is that of the last change that stays (docs/rules/minutes.md 9.7).
 */
export function termWithout(made: readonly [MadeChange, ...MadeChange[]], orderId: number): BoughtTerm {
  const [first] = made
  const kept = made.filter((one) => one.orderId !== orderId)
  return {
    planId: kept.at(-1)?.to.planId ?? first.from.planId,
    weeklyMinutes: kept.reduce(
      (sum, { from, to }) => sum + to.weeklyMinutes - from.weeklyMinutes,
      first.from.weeklyMinutes,
    ),
    price: kept.reduce((sum, { from, to }) => sum + to.price - from.price, first.from.price),
  }
}

/** A coming lesson, with the week whose minutes pay for it. */
type BookedLesson = { start: Instant; week: Instant; minutes: number }

/**
 * The coming lessons that smaller weeks do not pay for: of each week that has not been granted, the last ones, until its other
 * lessons need no more than `weeklyMinutes` (docs/rules/minutes.md 9.7).
 */
export function lessonsBeyond<L extends BookedLesson>(lessons: readonly L[], weeklyMinutes: number, now: Instant): L[] {
  const left = new Map<Instant, number>()
  return lessons
    .filter(({ week }) => week > now)
    .toSorted((one, other) => one.start - other.start)
    .filter(({ week, minutes }) => {
      const rest = (left.get(week) ?? weeklyMinutes) - minutes
      if (rest >= 0) left.set(week, rest)
      return rest < 0
    })
}

type PaidOrder = { id: number; amount: Piastres; refundedAmount: Piastres }

/**
 * How the refund of a cancelled subscription is shared among the orders that paid for it: the newest first, each at most what
 * is left of it (docs/rules/minutes.md 9.6). `orders` are oldest first.
 */
export function sharedRefund<O extends PaidOrder>(
  orders: readonly O[],
  refund: Piastres,
): { order: O; amount: Piastres }[] {
  let rest = refund
  return orders.toReversed().flatMap((order) => {
    const amount = Math.min(rest, order.amount - order.refundedAmount)
    rest -= amount
    return amount > 0 ? [{ order, amount }] : []
  })
}
