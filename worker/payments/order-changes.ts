import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { couponRedemptions } from '#db/schema/coupon-redemptions'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import { refunds, transactions } from '#db/schema/transactions'
import { hours, type Instant, minutes } from '#domain/cairo'
import type { Piastres } from '#domain/money'
import { type OrderChange, RefundReason, type UnwantedPayment } from '#domain/payments/status-report'
import { isUnpaid, TransactionStatus } from '#domain/payments/transaction'
import { grantOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { feeEntry, paymentEntry, refundEntry } from '#domain/withdrawals/ledger-entries'
import { abortIf } from '../http/constraints.ts'
import { cancellationStatements } from '../lessons/store.ts'
import { postStatements } from '../withdrawals/ledger-store.ts'
import type { OrderState, Transaction } from './load-order.ts'

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

/** The subscription starts when the payment becomes known, and a free trial ends (docs/rules/minutes.md 3.3). */
function startSubscriptionStatements(db: Db, { tx, weeklyMinutes }: OrderState, now: Instant): Statement[] {
  const period = tx.planPeriod
  const term = { period, weeklyMinutes, start: now, end: subscriptionEnd(now, period) }
  const subscriptionId = sql<number>`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.txId} = ${tx.id})`
  const isTrial = and(eq(subscriptions.userId, tx.userId), eq(subscriptions.period, PlanPeriod.FreeTrial))
  return [
    db
      .update(subscriptions)
      .set({ terminatedAt: now, updatedAt: now })
      .where(and(isTrial, isNull(subscriptions.terminatedAt))),
    db
      .insert(subscriptions)
      .values({ ...term, userId: tx.userId, planId: tx.planId, txId: tx.id, createdAt: now, updatedAt: now }),
    db.insert(minuteEntries).values({ subscriptionId, kind: 'grant', ...grantOf(term, now), createdAt: now }),
  ]
}

/** Ends the subscription and cancels its upcoming lessons in the student's name. */
function endSubscriptionStatements(
  db: Db,
  { tx, subscription, upcomingLessons }: OrderState,
  terminatedBy: number | null,
  now: Instant,
): Statement[] {
  if (!subscription || subscription.terminatedAt !== null) return []
  return [
    ...upcomingLessons.flatMap((found) =>
      cancellationStatements(
        db,
        found,
        { canceledBy: tx.userId, canceledAt: now, returnedMinutes: found.row.duration },
        now,
      ),
    ),
    db
      .update(subscriptions)
      .set({ terminatedAt: now, terminatedBy, updatedAt: now })
      .where(and(eq(subscriptions.id, subscription.id), isNull(subscriptions.terminatedAt))),
  ]
}

const newestRefund = (txId: number) =>
  sql<number>`(SELECT MAX(${refunds.id}) FROM ${refunds} WHERE ${refunds.txId} = ${txId})`

/** Completes our pending refund; any amount that the gateway refunded beyond it gets its own row. */
function refundStatements(db: Db, { tx, pendingRefund }: OrderState, change: OrderChange, now: Instant): Statement[] {
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
            refundEntry({ refundId: completed.id, provider: tx.provider, amount: completed.amount }),
            now,
          ),
        ]
      : []),
    ...(beyond > 0
      ? [
          db.insert(refunds).values({ txId: tx.id, amount: beyond, status: 'done', ...times }),
          ...postStatements(
            db,
            refundEntry({ refundId: 0, provider: tx.provider, amount: beyond }),
            now,
            newestRefund(tx.id),
          ),
        ]
      : []),
  ]
}

/** The refund of a payment that starts no subscription; it is requested after the batch. */
const refundOfPayment = (db: Db, txId: number | SQL<number>, amount: Piastres, reason: UnwantedPayment, now: Instant) =>
  db.insert(refunds).values({ txId, amount, reason, createdAt: now, updatedAt: now })

function paymentStatements(db: Db, state: OrderState, change: OrderChange, fee: Piastres, now: Instant): Statement[] {
  const { tx } = state
  const order = { txId: tx.id, provider: tx.provider }
  const redemption =
    change.takesCouponUse && tx.couponId !== null
      ? { txId: tx.id, couponId: tx.couponId, userId: tx.userId, createdAt: now }
      : null
  return [
    ...postStatements(db, paymentEntry({ ...order, amount: tx.amount }), now),
    ...postStatements(db, feeEntry({ ...order, fee }), now),
    ...(redemption ? [db.insert(couponRedemptions).values(redemption)] : []),
    ...(change.startsSubscription ? startSubscriptionStatements(db, state, now) : []),
    ...(change.givesBack ? [refundOfPayment(db, tx.id, tx.amount, change.givesBack, now)] : []),
  ]
}

/**
 * A second payment of a paid order (docs/rules/money.md 4.7): a paid row of its own, with its posting and its refund. The
 * unique key of the gateway's number makes it take effect once.
 */
export function secondPaymentStatements(
  db: Db,
  tx: Transaction,
  { reference, fees = 0 }: { reference: string; fees?: Piastres },
  now: Instant,
): Statement[] {
  const { userId, planId, planPeriod, amount, couponDiscount, paymentMethod, provider, installmentPlan, phone } = tx
  const row = {
    userId,
    planId,
    planPeriod,
    amount,
    couponDiscount,
    fees,
    status: TransactionStatus.Paid,
    paymentMethod,
    provider,
    installmentPlan,
    phone,
    providerRefNum: reference,
    secondPaymentOf: tx.id,
    paidAt: now,
    nextCheckAt: now + PAID_ORDER_CHECK_INTERVAL,
    compareAt: now + COMPARISON_DELAY,
    createdAt: now,
    updatedAt: now,
  }
  const isSecond = and(eq(transactions.provider, provider), eq(transactions.providerRefNum, reference))
  const txId = sql<number>`${db.select({ id: transactions.id }).from(transactions).where(isSecond)}`
  return [
    db.insert(transactions).values(row),
    ...postStatements(db, paymentEntry({ txId: 0, provider, amount }), now, txId),
    ...postStatements(db, feeEntry({ txId: 0, provider, fee: fees }), now, txId),
    refundOfPayment(db, txId, amount, RefundReason.paidTwice, now),
  ]
}

/** `updatedAt` always increases, since `orderChangeStatements` compares it to detect a changed row. */
function orderRowStatement(db: Db, { tx }: OrderState, change: OrderChange, details: UpdateDetails, now: Instant) {
  const { reference, fees, failure } = details
  return db
    .update(transactions)
    .set({
      status: change.status,
      refundedAmount: tx.refundedAmount + change.refundedNow,
      ...(change.recordsPayment ? { paidAt: now, fees: fees ?? 0, nextCheckAt: now + PAID_ORDER_CHECK_INTERVAL } : {}),
      ...(reference ? { providerRefNum: reference } : {}),
      ...(failure ? { failureCode: failure.code, failureReason: failure.words.slice(0, 255) } : {}),
      compareAt: now + COMPARISON_DELAY,
      updatedAt: Math.max(now, tx.updatedAt + 1),
    })
    .where(eq(transactions.id, tx.id))
}

/**
 * Everything that a change writes, for one batch: the order's row, the ledger, the subscription and its first week of
 * minutes. The first statement fails the batch when the order has changed since it was loaded.
 */
export function orderChangeStatements(
  db: Db,
  state: OrderState,
  change: OrderChange,
  details: UpdateDetails,
  now: Instant,
): [Statement, ...Statement[]] {
  const { tx, pendingRefund, order } = state
  const terminatedBy =
    change.completesPendingRefund && order.pendingRefund?.endsSubscription ? pendingRefund?.requestedBy : null
  const releasesCoupon = tx.paidAt === null && !change.recordsPayment && !isUnpaid(change.status)
  return [
    abortIf(
      db,
      'order-changed',
      sql`(SELECT ${transactions.status} <> ${tx.status} OR ${transactions.updatedAt} <> ${tx.updatedAt} FROM ${transactions} WHERE ${transactions.id} = ${tx.id})`,
    ),
    orderRowStatement(db, state, change, details, now),
    ...(change.recordsPayment ? paymentStatements(db, state, change, details.fees ?? 0, now) : []),
    ...refundStatements(db, state, change, now),
    ...(change.endsSubscription ? endSubscriptionStatements(db, state, terminatedBy ?? null, now) : []),
    ...(releasesCoupon ? [db.delete(couponRedemptions).where(eq(couponRedemptions.txId, tx.id))] : []),
  ]
}
