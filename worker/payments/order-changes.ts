import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { couponRedemptions } from '#db/schema/coupon-redemptions'
import { minuteEntries } from '#db/schema/minutes'
import { orders, refunds } from '#db/schema/orders'
import { planChanges } from '#db/schema/plan-changes'
import { subscriptions } from '#db/schema/subscriptions'
import { hours, type Instant, minutes } from '#domain/cairo'
import type { Piastres } from '#domain/money'
import { lessonsBeyond, termWithout } from '#domain/payments/plan-change'
import { type OrderChange, RefundReason, type UnwantedPayment } from '#domain/payments/status-report'
import { isUnpaid, TransactionStatus } from '#domain/payments/transaction'
import { isCurrent } from '#domain/subscriptions/current'
import { grantOf, minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { isWaiting } from '#domain/subscriptions/renewal'
import { cutText } from '#domain/text'
import { feeEntry, paymentEntry, refundEntry } from '#domain/withdrawals/ledger-entries'
import { abortIf } from '../http/constraints.ts'
import { cancellationStatements, type FoundLesson } from '../lessons/store.ts'
import { grantStatement } from '../subscriptions/store.ts'
import { postStatements } from '../withdrawals/ledger-store.ts'
import type { LoadedOrder, Order, PlanChange } from './load-order.ts'

/** What a gateway reports about an order besides its status. */
export type UpdateDetails = {
  /** The gateway's number of the order or payment. */
  reference?: string | null
  /** Piastres. */
  fees?: Piastres
  /** The gateway's error code and message. */
  failure?: { code: string; words: string } | null
}

/**
 * How often the payment sweep queries a paid order: the gateway sends no notification for a refund made by its own staff.
 */
export const PAID_ORDER_CHECK_INTERVAL = hours(24)
/**
 * A changed order becomes due for the nightly comparison with its provider's record after this delay (docs/rules/money.md
 * 8.4).
 */
export const COMPARISON_DELAY = minutes(15)

/**
 * The subscription starts when the payment becomes known, and a free trial ends (docs/rules/minutes.md 3.3); paid in the last
 * ten days of a plan, it starts where that ends, and its first week is granted then (docs/rules/minutes.md 6.2).
 */
function startSubscriptionStatements(db: Db, { order, plan, opening }: LoadedOrder, now: Instant): Statement[] {
  const period = order.planPeriod
  const { weeklyMinutes, maxUpcomingLessons, bookingWeeks, carriesOver, standingTimes, pausable } = plan
  const { start, follows } = opening ?? { start: now, follows: null }
  const term = { period, weeklyMinutes, start, end: subscriptionEnd(start, period) }
  const subscriptionId = sql<number>`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.orderId} = ${order.id})`
  const isTrial = and(eq(subscriptions.userId, order.userId), eq(subscriptions.period, PlanPeriod.FreeTrial))
  return [
    db
      .update(subscriptions)
      .set({ terminatedAt: now, updatedAt: now })
      .where(and(isTrial, isNull(subscriptions.terminatedAt))),
    db.insert(subscriptions).values({
      ...term,
      userId: order.userId,
      planId: order.planId,
      orderId: order.id,
      maxUpcomingLessons,
      bookingWeeks,
      carriesOver,
      standingTimes,
      pausable,
      createdAt: now,
      updatedAt: now,
    }),
    follows === null
      ? db.insert(minuteEntries).values({ subscriptionId, kind: 'grant', ...grantOf(term, now), createdAt: now })
      : db
          .update(subscriptions)
          .set({ extendedBy: subscriptionId, nextPlanId: null, nextPeriod: null, updatedAt: now })
          .where(eq(subscriptions.id, follows.id)),
  ]
}

/** Adds the minutes of a top-up to the running week of the plan, whose grant comes first (docs/rules/minutes.md 8.2). */
function topUpStatements(db: Db, { order, toppedUp }: LoadedOrder, now: Instant): Statement[] {
  if (toppedUp === null || order.topUpMinutes === null) return []
  return [
    grantStatement(db, toppedUp, now),
    db.insert(minuteEntries).values({
      subscriptionId: toppedUp.id,
      week: minutesWeekOf(toppedUp, now).start,
      kind: 'top-up',
      minutes: order.topUpMinutes,
      orderId: order.id,
      createdAt: now,
    }),
  ]
}

/**
 * Takes back what is left of the minutes of a top-up or of a change of plan whose money has gone back, while their week lasts
 * (docs/rules/minutes.md 8.6, 9.7).
 */
const takenBackStatement = (db: Db, kind: 'top-up' | 'plan-change', orderId: number, now: Instant) =>
  db
    .insert(minuteEntries)
    .select(
      sql`SELECT NULL, e.subscription_id, e.week, ${kind}, -MIN(e.minutes, e.remaining), NULL, 0, NULL, NULL, NULL, ${orderId}, ${now} FROM (
        SELECT b.subscription_id, b.week, b.minutes,
          (SELECT SUM(w.minutes) FROM minute_entries w WHERE w.subscription_id = b.subscription_id AND w.week = b.week) AS remaining
        FROM minute_entries b WHERE b.tx_id = ${orderId} AND b.kind = ${kind} AND b.minutes > 0
      ) e WHERE e.remaining > 0 AND NOT EXISTS (
        SELECT 1 FROM minute_entries n WHERE n.subscription_id = e.subscription_id AND n.week > e.week AND n.kind = 'grant'
      )`,
    )
    .onConflictDoNothing()

/**
 * Changes the plan of the running subscription, whose running week rises by the difference; nothing else that it allows gets
 * less (docs/rules/minutes.md 9.3). The week's grant comes first, since it is of the minutes before.
 */
function planChangeStatements(
  db: Db,
  { order, plan, subscription, planChange }: LoadedOrder,
  now: Instant,
): Statement[] {
  if (!subscription || !planChange) return []
  const { fromMinutes, toPlanId, toMinutes, toPrice } = planChange.own
  return [
    grantStatement(db, subscription, now),
    db.update(planChanges).set({ doneAt: now }).where(eq(planChanges.orderId, order.id)),
    db
      .update(subscriptions)
      .set({
        planId: toPlanId,
        weeklyMinutes: toMinutes,
        periodPrice: toPrice,
        maxUpcomingLessons: Math.max(plan.maxUpcomingLessons, subscription.maxUpcomingLessons),
        bookingWeeks: Math.max(plan.bookingWeeks, subscription.bookingWeeks),
        carriesOver: plan.carriesOver || subscription.carriesOver,
        standingTimes: plan.standingTimes || subscription.standingTimes,
        pausable: plan.pausable || subscription.pausable,
        updatedAt: now,
      })
      .where(eq(subscriptions.id, subscription.id)),
    db.insert(minuteEntries).values({
      subscriptionId: subscription.id,
      week: minutesWeekOf(subscription, now).start,
      kind: 'plan-change',
      minutes: toMinutes - fromMinutes,
      orderId: order.id,
      createdAt: now,
    }),
  ]
}

const madeChangeOf = ({ orderId, ...change }: PlanChange) => ({
  orderId,
  from: { planId: change.fromPlanId, weeklyMinutes: change.fromMinutes, price: change.fromPrice },
  to: { planId: change.toPlanId, weeklyMinutes: change.toMinutes, price: change.toPrice },
})

/** What the subscription is once the order's change is undone; null where there is nothing to undo, or it runs no more. */
function termUndone({ order, subscription, planChange }: LoadedOrder, now: Instant) {
  const isMade = planChange?.made.some(({ orderId }) => orderId === order.id) ?? false
  const [first, ...others] = planChange?.made ?? []
  if (!first || !isMade || !subscription || !isCurrent(subscription, now)) return null
  return termWithout([madeChangeOf(first), ...others.map(madeChangeOf)], order.id)
}

const bookedOf = (found: FoundLesson) => ({
  found,
  start: found.row.start,
  week: found.bookingEntry?.week ?? 0,
  minutes: found.bookingEntry?.minutes ?? 0,
})

/** Whether a change ends the subscription, of an order that pays for it in part. */
const endsWhole = ({ order, state }: LoadedOrder, change: OrderChange): boolean =>
  !order.changesPlan || (change.completesPendingRefund && state.pendingRefund?.endsSubscription === true)

/**
 * The coming lessons that a change cancels: all of a subscription that ends; of one whose change of plan is undone those that
 * its smaller weeks do not pay for.
 */
export function endedLessons(loaded: LoadedOrder, change: OrderChange, now: Instant): FoundLesson[] {
  if (!change.endsSubscription) return []
  if (endsWhole(loaded, change)) return loaded.upcomingLessons
  const term = termUndone(loaded, now)
  if (!term) return []
  return lessonsBeyond(loaded.upcomingLessons.map(bookedOf), term.weeklyMinutes, now).map(({ found }) => found)
}

const lessonStatements = (db: Db, { order }: LoadedOrder, lessons: readonly FoundLesson[], now: Instant): Statement[] =>
  lessons.flatMap((found) =>
    cancellationStatements(
      db,
      found,
      { canceledBy: order.userId, canceledAt: now, returnedMinutes: found.row.duration },
      now,
    ),
  )

/**
 * Undoes a change of plan whose money has gone back: the running week, granted as it was, loses what is left of the
 * difference, and later ones are smaller. Lessons that those do not pay for are cancelled first.
 */
function undoneChangeStatements(db: Db, loaded: LoadedOrder, change: OrderChange, now: Instant): Statement[] {
  const { order, subscription, planChange } = loaded
  if (!subscription || !planChange || planChange.own.doneAt === null || planChange.own.undoneAt !== null) return []
  const isUndone = db.update(planChanges).set({ undoneAt: now }).where(eq(planChanges.orderId, order.id))
  const term = termUndone(loaded, now)
  if (!term) return [isUndone]
  const { planId, weeklyMinutes, price: periodPrice } = term
  return [
    ...lessonStatements(db, loaded, endedLessons(loaded, change, now), now),
    grantStatement(db, subscription, now),
    isUndone,
    db
      .update(subscriptions)
      .set({ planId, weeklyMinutes, periodPrice, updatedAt: now })
      .where(eq(subscriptions.id, subscription.id)),
    takenBackStatement(db, 'plan-change', order.id, now),
  ]
}

/** Ends the subscription and cancels its upcoming lessons in the student's name. */
function endSubscriptionStatements(
  db: Db,
  loaded: LoadedOrder,
  terminatedBy: number | null,
  now: Instant,
): Statement[] {
  const { subscription, upcomingLessons } = loaded
  if (!subscription || subscription.terminatedAt !== null) return []
  return [
    ...lessonStatements(db, loaded, upcomingLessons, now),
    db
      .update(subscriptions)
      .set({ terminatedAt: now, terminatedBy, updatedAt: now })
      .where(and(eq(subscriptions.id, subscription.id), isNull(subscriptions.terminatedAt))),
    ...(isWaiting(subscription, now)
      ? [
          db
            .update(subscriptions)
            .set({ extendedBy: null, updatedAt: now })
            .where(and(eq(subscriptions.userId, subscription.userId), eq(subscriptions.extendedBy, subscription.id))),
        ]
      : []),
  ]
}

/** What ends with a refund: the order's subscription, what is left of a top-up, or a change of plan. */
function givenUpStatements(
  db: Db,
  loaded: LoadedOrder,
  change: OrderChange,
  terminatedBy: number | null,
  now: Instant,
): Statement[] {
  const { order } = loaded
  if (order.topUpMinutes !== null) return [takenBackStatement(db, 'top-up', order.id, now)]
  if (!endsWhole(loaded, change)) return undoneChangeStatements(db, loaded, change, now)
  return endSubscriptionStatements(db, loaded, terminatedBy, now)
}

const newestRefund = (orderId: number) =>
  sql<number>`(SELECT MAX(${refunds.id}) FROM ${refunds} WHERE ${refunds.orderId} = ${orderId})`

/** Completes our pending refund; any amount that the gateway refunded beyond it gets its own row. */
function refundStatements(
  db: Db,
  { order, pendingRefund }: LoadedOrder,
  change: OrderChange,
  now: Instant,
): Statement[] {
  const completed = change.completesPendingRefund && pendingRefund ? pendingRefund : null
  const beyond = change.refundedNow - (completed?.amount ?? 0)
  const times = { createdAt: now, updatedAt: now }
  return [
    ...(completed
      ? [
          abortIf(
            db,
            'refund-settled',
            sql`(SELECT ${refunds.status} <> 'pending' FROM ${refunds} WHERE ${refunds.id} = ${completed.id})`,
          ),
          db.update(refunds).set({ status: 'done', updatedAt: now }).where(eq(refunds.id, completed.id)),
          ...postStatements(
            db,
            refundEntry({ refundId: completed.id, provider: order.provider, amount: completed.amount }),
            now,
          ),
        ]
      : []),
    ...(beyond > 0
      ? [
          db.insert(refunds).values({ orderId: order.id, amount: beyond, status: 'done', ...times }),
          ...postStatements(
            db,
            refundEntry({ refundId: 0, provider: order.provider, amount: beyond }),
            now,
            newestRefund(order.id),
          ),
        ]
      : []),
  ]
}

/** The refund of a payment that starts no subscription; it is requested after the batch. */
const refundOfPayment = (
  db: Db,
  orderId: number | SQL<number>,
  amount: Piastres,
  reason: UnwantedPayment,
  now: Instant,
) => db.insert(refunds).values({ orderId, amount, reason, createdAt: now, updatedAt: now })

/** What the payment of an order brings: a subscription, the minutes of a top-up, or another plan for the one that runs. */
function boughtStatements(db: Db, loaded: LoadedOrder, now: Instant): Statement[] {
  if (loaded.order.topUpMinutes !== null) return topUpStatements(db, loaded, now)
  if (loaded.order.changesPlan) return planChangeStatements(db, loaded, now)
  return startSubscriptionStatements(db, loaded, now)
}

function paymentStatements(db: Db, loaded: LoadedOrder, change: OrderChange, fee: Piastres, now: Instant): Statement[] {
  const { order } = loaded
  const posted = { orderId: order.id, provider: order.provider }
  const redemption =
    change.takesCouponUse && order.couponId !== null
      ? { orderId: order.id, couponId: order.couponId, userId: order.userId, createdAt: now }
      : null
  return [
    ...postStatements(db, paymentEntry({ ...posted, amount: order.amount }), now),
    ...postStatements(db, feeEntry({ ...posted, fee }), now),
    ...(redemption ? [db.insert(couponRedemptions).values(redemption)] : []),
    ...(change.startsSubscription ? boughtStatements(db, loaded, now) : []),
    ...(change.givesBack ? [refundOfPayment(db, order.id, order.amount, change.givesBack, now)] : []),
  ]
}

/**
 * A second payment of a paid order (docs/rules/money.md 4.7): a paid row of its own, with its posting and its refund. The
 * unique key of the gateway's number makes it take effect once.
 */
export function secondPaymentStatements(
  db: Db,
  order: Order,
  { reference, fees = 0 }: { reference: string; fees?: Piastres },
  now: Instant,
): Statement[] {
  const { userId, planId, planPeriod, topUpMinutes, changesPlan, amount, couponDiscount } = order
  const { paymentMethod, provider, installmentPlanId, phone } = order
  const row = {
    userId,
    planId,
    planPeriod,
    topUpMinutes,
    changesPlan,
    amount,
    couponDiscount,
    fees,
    status: TransactionStatus.Paid,
    paymentMethod,
    provider,
    installmentPlanId,
    phone,
    providerRefNum: reference,
    secondPaymentOf: order.id,
    paidAt: now,
    nextCheckAt: now + PAID_ORDER_CHECK_INTERVAL,
    compareAt: now + COMPARISON_DELAY,
    createdAt: now,
    updatedAt: now,
  }
  const isSecond = and(eq(orders.provider, provider), eq(orders.providerRefNum, reference))
  const orderId = sql<number>`${db.select({ id: orders.id }).from(orders).where(isSecond)}`
  return [
    db.insert(orders).values(row),
    ...postStatements(db, paymentEntry({ orderId: 0, provider, amount }), now, orderId),
    ...postStatements(db, feeEntry({ orderId: 0, provider, fee: fees }), now, orderId),
    refundOfPayment(db, orderId, amount, RefundReason.paidTwice, now),
  ]
}

/** `updatedAt` always increases, since `orderChangeStatements` compares it to detect a changed row. */
function orderRowStatement(db: Db, { order }: LoadedOrder, change: OrderChange, details: UpdateDetails, now: Instant) {
  const { reference, fees, failure } = details
  return db
    .update(orders)
    .set({
      status: change.status,
      refundedAmount: order.refundedAmount + change.refundedNow,
      ...(change.recordsPayment ? { paidAt: now, fees: fees ?? 0, nextCheckAt: now + PAID_ORDER_CHECK_INTERVAL } : {}),
      ...(reference ? { providerRefNum: reference } : {}),
      ...(failure ? { failureCode: failure.code, failureReason: cutText(failure.words, 255) } : {}),
      compareAt: now + COMPARISON_DELAY,
      updatedAt: Math.max(now, order.updatedAt + 1),
    })
    .where(eq(orders.id, order.id))
}

/**
 * Everything that a change writes, for one batch: the order's row, the ledger, the subscription and its first week of
 * minutes. The first statement fails the batch when the order has changed since it was loaded.
 */
export function orderChangeStatements(
  db: Db,
  loaded: LoadedOrder,
  change: OrderChange,
  details: UpdateDetails,
  now: Instant,
): [Statement, ...Statement[]] {
  const { order, pendingRefund } = loaded
  const terminatedBy =
    change.completesPendingRefund && loaded.state.pendingRefund?.endsSubscription ? pendingRefund?.requestedBy : null
  const releasesCoupon = order.paidAt === null && !change.recordsPayment && !isUnpaid(change.status)
  return [
    abortIf(
      db,
      'order-changed',
      sql`(SELECT ${orders.status} <> ${order.status} OR ${orders.updatedAt} <> ${order.updatedAt} FROM ${orders} WHERE ${orders.id} = ${order.id})`,
    ),
    orderRowStatement(db, loaded, change, details, now),
    ...(change.recordsPayment ? paymentStatements(db, loaded, change, details.fees ?? 0, now) : []),
    ...refundStatements(db, loaded, change, now),
    ...(change.endsSubscription ? givenUpStatements(db, loaded, change, terminatedBy ?? null, now) : []),
    ...(releasesCoupon ? [db.delete(couponRedemptions).where(eq(couponRedemptions.orderId, order.id))] : []),
  ]
}
