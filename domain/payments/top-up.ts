import type { Instant } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { Piastres } from '../money.ts'
import type { SettingValues } from '../settings/settings.ts'
import { currentOf, type SubscriptionTerm } from '../subscriptions/current.ts'
import { isPausedAt, type MinutesOwner, minutesWeekOf } from '../subscriptions/minutes.ts'
import { isPaidPeriod } from '../subscriptions/periods.ts'
import { whyNotBuyer } from './buyer.ts'
import { isOpenOrder, type NewOrder } from './new-order.ts'

/** The minutes that can be bought in addition to a plan's (docs/rules/minutes.md 8.1). */
export const TOP_UP_SIZES = [30, 60] as const
export type TopUpMinutes = (typeof TOP_UP_SIZES)[number]

type TopUpPrices = Pick<SettingValues, 'topUpPrice30' | 'topUpPrice60'>

/** In piastres; 0 where it is not sold. */
export const priceOfTopUp = (minutes: TopUpMinutes, { topUpPrice30, topUpPrice60 }: TopUpPrices): Piastres =>
  minutes === 30 ? topUpPrice30 : topUpPrice60

/** The plan that runs, to which minutes can be added; null without one, and during the free trial. */
export function runningPlanOf<S extends SubscriptionTerm>(subscriptions: readonly S[], now: Instant): S | null {
  const current = currentOf(subscriptions, now)
  return current !== null && isPaidPeriod(current.period) ? current : null
}

/** The plan that minutes can be added to now: the one that runs, unless it is paused (docs/rules/minutes.md 10.7). */
export function toppablePlanOf<S extends SubscriptionTerm>(subscriptions: readonly S[], now: Instant): S | null {
  const running = runningPlanOf(subscriptions, now)
  return running !== null && isPausedAt(running, now) ? null : running
}

/**
 * Until when minutes last that are bought now: what is left of them comes into the next week, so for seven days and on to the
 * end of the week in which those end, never longer than the plan (docs/rules/minutes.md 8.2), and longer by a pause between
 * the two weeks (10.7).
 */
export function topUpEnd(subscription: MinutesOwner, now: Instant): Instant {
  const { end } = minutesWeekOf(subscription, now)
  if (end >= subscription.end) return subscription.end
  const { pausedUntil } = subscription
  const next = isPausedAt(subscription, end) && pausedUntil != null ? pausedUntil : end
  return minutesWeekOf(subscription, next).end
}

type TopUpOrder<S> = Pick<NewOrder, 'student' | 'phone' | 'orders'> & {
  /** The plan that the order names. */
  planId: number
  price: Piastres
  hasCoupon: boolean
  subscriptions: readonly S[]
}

/** Why a top-up cannot be ordered, null when it can (docs/rules/minutes.md 8.1). */
export function whyNotTopUp<S extends SubscriptionTerm & { planId: number | null }>(
  { student, phone, orders, planId, price, hasCoupon, subscriptions }: TopUpOrder<S>,
  now: Instant,
): ErrorCode | null {
  const running = runningPlanOf(subscriptions, now)
  return (
    whyNotBuyer(student, phone, now) ??
    (running === null ? 'subscription-required' : null) ??
    (running !== null && isPausedAt(running, now) ? 'subscription-paused' : null) ??
    (running?.planId !== planId || price === 0 ? 'plan-not-found' : null) ??
    (hasCoupon ? 'coupon-not-found' : null) ??
    (orders.some((one) => isOpenOrder(one, now)) ? 'illegal' : null)
  )
}
