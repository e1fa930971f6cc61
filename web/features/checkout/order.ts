import { type Coupon, getCouponByCode } from '#contract/coupons'
import type { Plan } from '#contract/plans'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { whyNotCouponCode } from '#domain/coupons/coupon'
import { type Coupon as Discount, priceOfOrder, whyNotRedeemable } from '#domain/payments/order-price'
import { type PaidPeriod, PERIOD_MONTHS, priceOfPeriod } from '#domain/subscriptions/periods'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'

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
const percentOf = ({ discount }: AppliedCoupon, period: PaidPeriod): number =>
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

export type CouponRefusal = 'coupon-code-invalid' | 'coupon-not-found' | 'expired' | 'otherPlan' | 'nothing' | 'network'

const discountIn = (found: Coupon): Discount => ({ ...found, expiresAt: fromIso(found.expiresAt) })

/**
 * The coupon of a code, if it lowers this order.
 * @throws CouponRefused with the reason.
 */
export async function findCoupon(typed: string, plan: Plan, period: PaidPeriod): Promise<AppliedCoupon> {
  const code = typed.trim()
  if (whyNotCouponCode(code)) throw new CouponRefused('coupon-code-invalid')
  const found = await request(getCouponByCode, { params: { code } }).catch((error: unknown) => {
    const isUnknown = error instanceof ApiError && error.code === 'coupon-not-found'
    throw new CouponRefused(isUnknown ? 'coupon-not-found' : 'network')
  })
  const coupon = { code: found.code, discount: discountIn(found) }
  const refusal = whyNotRedeemable(coupon.discount, plan.id, now())
  if (refusal) throw new CouponRefused(refusal === 'coupon-not-found' ? 'otherPlan' : 'expired')
  if (percentOf(coupon, period) === 0) throw new CouponRefused('nothing')
  return coupon
}

export class CouponRefused extends Error {
  readonly reason: CouponRefusal
  constructor(reason: CouponRefusal) {
    super(reason)
    this.reason = reason
  }
}
