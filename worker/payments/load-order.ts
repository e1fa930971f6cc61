import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { couponRedemptions } from '#db/schema/coupon-redemptions'
import { coupons } from '#db/schema/coupons'
import { upcomingLessons } from '#db/schema/lessons'
import { plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { refunds, transactions } from '#db/schema/transactions'
import type { Instant } from '#domain/cairo'
import { type CouponUse, type Order, RefundReason } from '#domain/payments/status-report'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { type FoundLesson, findForChange } from '../lessons/store.ts'

export type Transaction = typeof transactions.$inferSelect
export type Subscription = typeof subscriptions.$inferSelect
export type Refund = typeof refunds.$inferSelect

/** An order with everything that a status update can change. */
export type OrderState = {
  tx: Transaction
  weeklyMinutes: number
  subscription: Subscription | null
  pendingRefund: Refund | null
  /** Lessons that have not started and were booked from the order's subscription. */
  upcomingLessons: FoundLesson[]
  /** The order in the form that the rules take. */
  order: Order
}

const studentOf = (txId: number) =>
  sql`(SELECT ${transactions.userId} FROM ${transactions} WHERE ${transactions.id} = ${txId})`

async function upcomingLessonsOf(db: Db, subscription: Subscription | undefined, lessonIds: number[], now: Instant) {
  if (!subscription || subscription.terminatedAt !== null) return []
  const found = await Promise.all(lessonIds.map((lessonId) => findForChange(db, lessonId)))
  return found
    .filter((one) => one !== null)
    .filter(
      ({ row, bookingEntry }) =>
        bookingEntry?.subscriptionId === subscription.id && row.canceledAt === null && row.start > now,
    )
}

function couponUseOf(
  coupon: { maxUses: number | null; usedCount: number; redemption: number | null } | undefined,
): CouponUse {
  if (!coupon) return 'none'
  if (coupon.redemption !== null) return 'held'
  return coupon.maxUses !== null && coupon.usedCount >= coupon.maxUses ? 'used-up' : 'given-back'
}

/** Selects everything that `orderOf` builds an order's state from, for use in a larger batch. */
export const orderStatements = (db: Db, txId: number, now: Instant) =>
  [
    db.select().from(transactions).where(eq(transactions.id, txId)),
    db.select().from(subscriptions).where(eq(subscriptions.txId, txId)),
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          sql`${subscriptions.userId} = ${studentOf(txId)}`,
          ne(subscriptions.period, PlanPeriod.FreeTrial),
          isNull(subscriptions.terminatedAt),
          gt(subscriptions.end, now),
          ne(subscriptions.txId, txId),
        ),
      ),
    db
      .select()
      .from(refunds)
      .where(and(eq(refunds.txId, txId), eq(refunds.status, 'pending'))),
    db
      .select({ weeklyMinutes: plans.weeklyMinutes })
      .from(plans)
      .innerJoin(transactions, eq(transactions.planId, plans.id))
      .where(eq(transactions.id, txId)),
    db
      .select({ lessonId: upcomingLessons.lessonId })
      .from(upcomingLessons)
      .where(sql`${upcomingLessons.studentId} = ${studentOf(txId)}`),
    db
      .select({ maxUses: coupons.maxUses, usedCount: coupons.usedCount, redemption: couponRedemptions.txId })
      .from(transactions)
      .innerJoin(coupons, eq(coupons.id, transactions.couponId))
      .leftJoin(couponRedemptions, eq(couponRedemptions.txId, transactions.id))
      .where(eq(transactions.id, txId)),
  ] as const

type ReadOrder = RowsOf<ReturnType<typeof orderStatements>>

/** Null when there is no such order. */
export async function orderOf(
  db: Db,
  [[tx], [subscription], otherSubscriptions, [pendingRefund], [plan], upcoming, [coupon]]: ReadOrder,
  now: Instant,
): Promise<OrderState | null> {
  if (!tx || !plan) return null
  const lessonIds = upcoming.map((one) => one.lessonId)
  return {
    tx,
    weeklyMinutes: plan.weeklyMinutes,
    subscription: subscription ?? null,
    pendingRefund: pendingRefund ?? null,
    upcomingLessons: await upcomingLessonsOf(db, subscription, lessonIds, now),
    order: {
      status: tx.status,
      amount: tx.amount,
      refundedAmount: tx.refundedAmount,
      paidAt: tx.paidAt,
      hasOtherSubscription: otherSubscriptions.length > 0,
      coupon: couponUseOf(coupon),
      isSecondPayment: tx.secondPaymentOf !== null,
      pendingRefund: pendingRefund
        ? {
            id: pendingRefund.id,
            amount: pendingRefund.amount,
            endsSubscription: pendingRefund.reason === RefundReason.subscriptionCanceled,
            isAccepted: pendingRefund.acceptedAt !== null,
          }
        : null,
    },
  }
}

/** Null when there is no such order. */
export const loadOrder = async (db: Db, txId: number, now: Instant): Promise<OrderState | null> =>
  orderOf(db, await db.batch(orderStatements(db, txId, now)), now)
