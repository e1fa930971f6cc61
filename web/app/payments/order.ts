import type { Plan } from '#contract/plans'
import type { User } from '#contract/users'
import { type Coupon as Discount, priceOfOrder } from '#domain/payments/order-price'
import { type PaidPeriod, PERIOD_MONTHS, priceOfPeriod } from '#domain/subscriptions/periods'

export type AppliedCoupon = { code: string; discount: Discount }

/** The purchase: plan, buyer and price; `followPayment` switches the screen to a payment. */
export type Order = {
  plan: Plan
  period: PaidPeriod
  me: User
  coupon: AppliedCoupon | null
  /** The phone number as typed so far: another method, or a coupon of the whole price, brings another form. */
  typedPhone: { current: string }
  followPayment: (transactionId: number) => unknown
}

/** The coupon's discount for this period, in whole percents. */
export const percentOf = ({ discount }: AppliedCoupon, period: PaidPeriod): number =>
  [discount.monthDiscount, discount.quarterDiscount, discount.yearDiscount][period] ?? 0

/** The server's calculation, in piastres: the plan's discount first, then the coupon's. */
export function sumOf({ plan, period, coupon }: Pick<Order, 'plan' | 'period' | 'coupon'>) {
  const full = plan.baseMonthlyPrice * PERIOD_MONTHS[period]
  const { amount, couponDiscount } = priceOfOrder(plan, period, coupon?.discount ?? null)
  const couponPercent = coupon ? percentOf(coupon, period) : 0
  return { full, discount: full - priceOfPeriod(plan, period), couponDiscount, couponPercent, amount }
}

/** The fields of an order that every payment request has. */
export const orderBody = ({ plan, coupon }: Order) => ({
  planId: plan.id,
  ...(coupon ? { couponCode: coupon.code } : {}),
})
