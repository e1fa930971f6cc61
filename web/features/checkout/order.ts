import type { Plan } from '#contract/plans'
import type { User } from '#contract/users'
import { type Coupon as Discount, priceOfOrder } from '#domain/payments/order-price'
import { type PaidPeriod, PERIOD_MONTHS, priceOfPeriod } from '#domain/subscriptions/periods'

export type AppliedCoupon = { code: string; discount: Discount }

/** What is bought, by whom and for how much; `place` tells the screen which payment to follow. */
export type Order = {
  plan: Plan
  period: PaidPeriod
  me: User
  coupon: AppliedCoupon | null
  place: (transactionId: number) => unknown
}

/** Whole percents that the coupon takes off this period. */
export const percentOf = ({ discount }: AppliedCoupon, period: PaidPeriod): number =>
  [discount.monthDiscount, discount.quarterDiscount, discount.yearDiscount][period] ?? 0

/** The same sum as the server's, in piastres: the plan's own discount first, then the coupon's. */
export function sumOf({ plan, period, coupon }: Pick<Order, 'plan' | 'period' | 'coupon'>) {
  const full = plan.baseMonthlyPrice * PERIOD_MONTHS[period]
  const { amount, couponDiscount } = priceOfOrder(plan, period, coupon?.discount ?? null)
  const couponPercent = coupon ? percentOf(coupon, period) : 0
  return { full, discount: full - priceOfPeriod(plan, period), couponDiscount, couponPercent, amount }
}

/** What every pay call says of the order. */
export const orderBody = ({ plan, coupon }: Order) => ({
  planId: plan.id,
  ...(coupon ? { couponCode: coupon.code } : {}),
})
