import type { Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import { lessPercent, type Piastres } from '#domain/money'
import { type PaidPeriod, type PlanPrices, priceOfPeriod } from '#domain/subscriptions/periods'

/** A coupon of one plan, with a discount in whole percent for each period (docs/rules/money.md 2.2). */
export type Coupon = {
  planId: number
  monthDiscount: number
  quarterDiscount: number
  yearDiscount: number
  expiresAt: Instant
}

/** Why a coupon does not apply to an order; a coupon of another plan is refused like one that does not exist. */
export function whyNotRedeemable(coupon: Coupon | null, planId: number, now: Instant): ErrorCode | null {
  if (!coupon || coupon.planId !== planId) return 'coupon-not-found'
  return coupon.expiresAt <= now ? 'expired-coupon-expire-date' : null
}

/**
 * The price of an order and the coupon's discount in it, in piastres. The coupon applies after the plan's own discount
 * (docs/rules/money.md 2.3); both are rounded down.
 */
export function priceOfOrder(
  plan: PlanPrices,
  period: PaidPeriod,
  coupon: Coupon | null,
): { amount: Piastres; couponDiscount: Piastres } {
  const price = priceOfPeriod(plan, period)
  const percent = coupon ? ([coupon.monthDiscount, coupon.quarterDiscount, coupon.yearDiscount][period] ?? 0) : 0
  const amount = lessPercent(price, percent * 100)
  return { amount, couponDiscount: price - amount }
}
