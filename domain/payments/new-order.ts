import type { Instant } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { isInviteActive } from '../plans/visibility.ts'
import type { SubscriptionTerm } from '../subscriptions/current.ts'
import { openingOf } from '../subscriptions/renewal.ts'
import { type Buyer, whyNotBuyer } from './buyer.ts'
import { type Coupon, whyNotRedeemable } from './order-price.ts'
import { isUnpaid, type TransactionStatus } from './transaction.ts'

/** Everything that decides whether an order may be created. */
export type NewOrder = {
  student: Buyer & { verifiedEmail: boolean }
  /** The phone number sent with the order. */
  phone: string | undefined
  plan: { id: number; active: boolean; forInvitesOnly: boolean } | null
  invite: { expiresAt: Instant | null } | null
  /** Undefined for an order without a coupon, null for a code that does not exist. */
  coupon: (Coupon & { maxUses: number | null; usedCount: number }) | null | undefined
  subscriptions: readonly SubscriptionTerm[]
  orders: readonly { status: TransactionStatus; expiresAt: Instant | null }[]
}

/** An order that the student can still pay. A student has at most one, so it blocks the next order. */
export const isOpenOrder = (order: { status: TransactionStatus; expiresAt: Instant | null }, now: Instant): boolean =>
  isUnpaid(order.status) && (order.expiresAt === null || order.expiresAt > now)

/** Why a student may not buy a plan (docs/rules/minutes.md 1.3). */
export function whyNotPlan(
  { plan, invite, student }: Pick<NewOrder, 'plan' | 'invite'> & { student: { verifiedEmail: boolean } },
  now: Instant,
): ErrorCode | null {
  if (!plan?.active) return 'plan-not-found'
  const isInvited = student.verifiedEmail && invite !== null && isInviteActive(invite, now)
  return plan.forInvitesOnly && !isInvited ? 'forbidden' : null
}

function whyNotCoupon({ coupon, plan }: NewOrder, now: Instant): ErrorCode | null {
  if (coupon === undefined) return null
  const isUsedUp = coupon?.maxUses != null && coupon.usedCount >= coupon.maxUses
  return whyNotRedeemable(coupon, plan?.id ?? 0, now) ?? (isUsedUp ? 'expired-coupon-expire-date' : null)
}

/**
 * Why an order cannot be created, null when it can (docs/rules/money.md 3.2). A free trial does not block an order, and
 * neither does a plan in its last ten days. A coupon without uses left is refused like an expired one.
 */
export function whyNotOrderable(order: NewOrder, now: Instant): ErrorCode | null {
  const { student, phone, subscriptions, orders } = order
  return (
    whyNotBuyer(student, phone, now) ??
    whyNotPlan(order, now) ??
    whyNotCoupon(order, now) ??
    (openingOf(subscriptions, now, now) === null ? 'subscription-exists' : null) ??
    (orders.some((one) => isOpenOrder(one, now)) ? 'illegal' : null)
  )
}
