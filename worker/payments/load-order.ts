import { and, asc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { couponRedemptions } from '#db/schema/coupon-redemptions'
import { coupons } from '#db/schema/coupons'
import { upcomingLessons } from '#db/schema/lessons'
import { orders, refunds } from '#db/schema/orders'
import { planChanges } from '#db/schema/plan-changes'
import { plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { type CouponUse, type OrderState, RefundReason } from '#domain/payments/status-report'
import { toppablePlanOf } from '#domain/payments/top-up'
import type { CarryingTerm } from '#domain/subscriptions/carry-over'
import type { BookingAllowance } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { type Opening, openingOf } from '#domain/subscriptions/renewal'
import { type FoundLesson, findForChange } from '../lessons/store.ts'

export type Order = typeof orders.$inferSelect
export type Subscription = typeof subscriptions.$inferSelect
export type Refund = typeof refunds.$inferSelect
export type PlanChange = typeof planChanges.$inferSelect

/** An order with everything that a status update can change. */
export type LoadedOrder = {
  order: Order
  /** What a subscription of the order's plan gets. */
  plan: { weeklyMinutes: number } & CarryingTerm & BookingAllowance & { standingTimes: boolean; pausable: boolean }
  /** The subscription of the order, or whose plan it changes. */
  subscription: Subscription | null
  /** When a subscription of the order begins that is paid now; null where the student's others allow none. */
  opening: Opening<Subscription> | null
  /** Of a top-up: the plan that runs and is not paused, to which its minutes are added. */
  toppedUp: Subscription | null
  /** Of a change of plan: what it changes, and all changes of that subscription that were made and not undone, oldest first. */
  planChange: { own: PlanChange; made: PlanChange[] } | null
  pendingRefund: Refund | null
  /** Lessons that have not started and were booked from `subscription`. */
  upcomingLessons: FoundLesson[]
  /** The order in the form that the rules take. */
  state: OrderState
}

/** The subscription whose plan an order changes. */
const changedBy = (orderId: number) =>
  sql`(SELECT ${planChanges.subscriptionId} FROM ${planChanges} WHERE ${planChanges.orderId} = ${orderId})`

const studentOf = (orderId: number) => sql`(SELECT ${orders.userId} FROM ${orders} WHERE ${orders.id} = ${orderId})`

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
export const orderStatements = (db: Db, orderId: number, now: Instant) =>
  [
    db.select().from(orders).where(eq(orders.id, orderId)),
    db
      .select()
      .from(subscriptions)
      .where(or(eq(subscriptions.orderId, orderId), sql`${subscriptions.id} = ${changedBy(orderId)}`)),
    db
      .select()
      .from(subscriptions)
      .where(
        and(
          sql`${subscriptions.userId} = ${studentOf(orderId)}`,
          ne(subscriptions.period, PlanPeriod.FreeTrial),
          isNull(subscriptions.terminatedAt),
          gt(subscriptions.end, now),
          ne(subscriptions.orderId, orderId),
        ),
      ),
    db
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'pending'))),
    db
      .select({
        weeklyMinutes: plans.weeklyMinutes,
        maxUpcomingLessons: plans.maxUpcomingLessons,
        bookingWeeks: plans.bookingWeeks,
        carriesOver: plans.carriesOver,
        standingTimes: plans.standingTimes,
        pausable: plans.pausable,
      })
      .from(plans)
      .innerJoin(orders, eq(orders.planId, plans.id))
      .where(eq(orders.id, orderId)),
    db
      .select({ lessonId: upcomingLessons.lessonId })
      .from(upcomingLessons)
      .where(sql`${upcomingLessons.studentId} = ${studentOf(orderId)}`),
    db
      .select({ maxUses: coupons.maxUses, usedCount: coupons.usedCount, redemption: couponRedemptions.orderId })
      .from(orders)
      .innerJoin(coupons, eq(coupons.id, orders.couponId))
      .leftJoin(couponRedemptions, eq(couponRedemptions.orderId, orders.id))
      .where(eq(orders.id, orderId)),
    db
      .select()
      .from(planChanges)
      .where(sql`${planChanges.subscriptionId} = ${changedBy(orderId)}`)
      .orderBy(asc(planChanges.doneAt), asc(planChanges.orderId)),
  ] as const

function planChangeOf(order: Order, changes: readonly PlanChange[]): LoadedOrder['planChange'] {
  const own = changes.find(({ orderId }) => orderId === order.id)
  return own ? { own, made: changes.filter(({ doneAt, undoneAt }) => doneAt !== null && undoneAt === null) } : null
}

/** Whether the plan is still what the order changes. */
const isUnchanged = ({ fromPlanId, fromMinutes }: PlanChange, { planId, weeklyMinutes }: Subscription): boolean =>
  planId === fromPlanId && weeklyMinutes === fromMinutes

type ReadOrder = RowsOf<ReturnType<typeof orderStatements>>

/** Null when there is no such order. */
export async function orderOf(
  db: Db,
  [[order], [subscription], otherSubscriptions, [pendingRefund], [plan], upcoming, [coupon], changes]: ReadOrder,
  now: Instant,
): Promise<LoadedOrder | null> {
  if (!order || !plan) return null
  const isTopUp = order.topUpMinutes !== null
  const opening = openingOf(otherSubscriptions, order.createdAt, now)
  const running = toppablePlanOf(otherSubscriptions, now)
  const toppedUp = isTopUp ? running : null
  const planChange = planChangeOf(order, changes)
  const isForPlan = isTopUp || order.changesPlan
  const hasItsPlan = order.changesPlan ? running !== null && running.id === subscription?.id : running !== null
  const lessonIds = upcoming.map((one) => one.lessonId)
  return {
    order,
    plan,
    subscription: subscription ?? null,
    opening,
    toppedUp,
    planChange,
    pendingRefund: pendingRefund ?? null,
    upcomingLessons: await upcomingLessonsOf(db, subscription, lessonIds, now),
    state: {
      status: order.status,
      amount: order.amount,
      refundedAmount: order.refundedAmount,
      paidAt: order.paidAt,
      hasOtherSubscription: !isForPlan && opening === null,
      isWithoutPlan: isForPlan && !hasItsPlan,
      isPlanChanged: running !== null && planChange !== null && !isUnchanged(planChange.own, running),
      coupon: couponUseOf(coupon),
      isSecondPayment: order.secondPaymentOf !== null,
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
export const loadOrder = async (db: Db, orderId: number, now: Instant): Promise<LoadedOrder | null> =>
  orderOf(db, await db.batch(orderStatements(db, orderId, now)), now)
