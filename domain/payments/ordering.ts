import type { Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import { currentOf, type Standing } from '#domain/subscriptions/current'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { whyNotPaymentName } from '#domain/users/name'
import { whyNotEffectivePhone } from '#domain/users/phone'
import { type Coupon, whyNotRedeemable } from './order-price.ts'
import { isUnpaid, type TransactionStatus } from './transaction.ts'

/** What stands around an order before it is made. */
export type Ordering = {
  student: { name: string | null; phone: string | null }
  /** The number that came with the order. */
  phone: string | undefined
  /** One provider's page greets by first and last name. */
  needsFullName: boolean
  plan: { id: number; active: boolean; forInvitesOnly: boolean } | null
  invite: { expiresAt: Instant | null } | null
  /** Undefined where the order bears none. */
  coupon: (Coupon & { maxUses: number | null; usedCount: number }) | null | undefined
  subscriptions: readonly Standing[]
  orders: readonly { status: TransactionStatus; expiresAt: Instant | null }[]
}

/** An order that the student may still pay: it stands in the way of another. */
export const isOpenOrder = (order: { status: TransactionStatus; expiresAt: Instant | null }, now: Instant): boolean =>
  isUnpaid(order.status) && (order.expiresAt === null || order.expiresAt > now)

function whyNotPlan({ plan, invite }: Ordering, now: Instant): ErrorCode | null {
  if (!plan?.active) return 'plan-not-found'
  const isInvited = invite !== null && (invite.expiresAt === null || invite.expiresAt > now)
  return plan.forInvitesOnly && !isInvited ? 'forbidden' : null
}

function whyNotCoupon({ coupon, plan }: Ordering, now: Instant): ErrorCode | null {
  if (coupon === undefined) return null
  const isUsedUp = coupon?.maxUses != null && coupon.usedCount >= coupon.maxUses
  return whyNotRedeemable(coupon, plan?.id ?? 0, now) ?? (isUsedUp ? 'expired-coupon-expire-date' : null)
}

/**
 * Why an order cannot be made (docs/rules/money.md 3.2). A free trial does not stand in the way. A coupon that is used
 * up is over like one that has expired.
 */
export function whyNotOrderable(ordering: Ordering, now: Instant): ErrorCode | null {
  const { student, phone, needsFullName, subscriptions, orders } = ordering
  const current = currentOf(subscriptions, now)
  return (
    (needsFullName ? whyNotPaymentName(student.name) : null) ??
    whyNotEffectivePhone(student.phone, phone) ??
    whyNotPlan(ordering, now) ??
    whyNotCoupon(ordering, now) ??
    (current && current.period !== PlanPeriod.FreeTrial ? 'subscription-exists' : null) ??
    (orders.some((order) => isOpenOrder(order, now)) ? 'illegal' : null)
  )
}
