import type { Plan } from '#contract/plans'
import type { User } from '#contract/users'
import type { Instant } from '#domain/cairo'
import type { Piastres } from '#domain/money'
import { type Coupon as Discount, priceOfOrder } from '#domain/payments/order-price'
import type { TopUpMinutes } from '#domain/payments/top-up'
import { type PaidPeriod, PERIOD_MONTHS, priceOfPeriod } from '#domain/subscriptions/periods'

/** Minutes that are bought in addition to those of the plan, which runs. `end`: until when they last if they are paid now. */
export type TopUp = { minutes: TopUpMinutes; price: Piastres; end: Instant }

/** A larger plan for the rest of the running one, whose end it keeps. */
export type ChangeOfPlan = { amount: Piastres; end: Instant }

export type AppliedCoupon = { code: string; discount: Discount }

/** What is about to be ordered: plan, buyer and price; `followOrder` shows the order that was placed. */
export type Purchase = {
  plan: Plan
  period: PaidPeriod
  me: User
  coupon: AppliedCoupon | null
  topUp: TopUp | null
  change: ChangeOfPlan | null
  /** The phone number as typed so far: another method, or a coupon of the whole price, brings another form. */
  typedPhone: { current: string }
  followOrder: (transactionId: number) => unknown
}

/** The coupon's discount for this period, in whole percents. */
export const percentOf = ({ discount }: AppliedCoupon, period: PaidPeriod): number =>
  [discount.monthDiscount, discount.quarterDiscount, discount.yearDiscount][period] ?? 0

/** The server's calculation, in piastres: the plan's discount first, then the coupon's. */
export function sumOf({
  plan,
  period,
  coupon,
  topUp,
  change,
}: Pick<Purchase, 'plan' | 'period' | 'coupon' | 'topUp' | 'change'>) {
  const single = topUp?.price ?? change?.amount
  if (single !== undefined) return { full: single, discount: 0, couponDiscount: 0, couponPercent: 0, amount: single }
  const full = plan.baseMonthlyPrice * PERIOD_MONTHS[period]
  const { amount, couponDiscount } = priceOfOrder(plan, period, coupon?.discount ?? null)
  const couponPercent = coupon ? percentOf(coupon, period) : 0
  return { full, discount: full - priceOfPeriod(plan, period), couponDiscount, couponPercent, amount }
}

/** The fields of a purchase that every request for a payment has. */
export const purchaseBody = ({ plan, coupon, topUp, change }: Purchase) => ({
  planId: plan.id,
  ...(topUp ? { topUpMinutes: topUp.minutes } : {}),
  ...(change ? { changesPlan: true } : {}),
  ...(coupon ? { couponCode: coupon.code } : {}),
})
