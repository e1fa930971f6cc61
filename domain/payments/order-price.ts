import type { Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import { lessPercent, type Piastres } from '#domain/money'
import { type PaidPeriod, type Prices, priceOfPeriod } from '#domain/subscriptions/periods'

/** Whole percents a period, for one plan (docs/rules/money.md 2.2). */
export type Coupon = {
  planId: number
  monthDiscount: number
  quarterDiscount: number
  yearDiscount: number
  expiresAt: Instant
}

/** Why a coupon does not lower this order; one of another plan is as if it did not exist. */
export function whyNotRedeemable(coupon: Coupon | null, planId: number, now: Instant): ErrorCode | null {
  if (!coupon || coupon.planId !== planId) return 'coupon-not-found'
  return coupon.expiresAt <= now ? 'expired-coupon-expire-date' : null
}

/**
 * What an order costs and how much of the plan's price the coupon took off, in piastres. The coupon counts after the
 * plan's own discount (docs/rules/money.md 2.3); each rounding is down, so the student never pays a part of a piastre.
 */
export function priceOfOrder(
  plan: Prices,
  period: PaidPeriod,
  coupon: Coupon | null,
): { amount: Piastres; couponDiscount: Piastres } {
  const price = priceOfPeriod(plan, period)
  const percent = coupon ? ([coupon.monthDiscount, coupon.quarterDiscount, coupon.yearDiscount][period] ?? 0) : 0
  const amount = lessPercent(price, percent * 100)
  return { amount, couponDiscount: price - amount }
}
