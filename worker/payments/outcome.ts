import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { couponRedemptions } from '#db/schema/coupons'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import { refunds, transactions } from '#db/schema/transactions'
import { hours, type Instant } from '#domain/cairo'
import { feeEntry, paymentEntry, refundEntry } from '#domain/ledger/entries'
import type { Piastres } from '#domain/money'
import { type Outcome, RefundReason } from '#domain/payments/report'
import { isUnpaid } from '#domain/payments/transaction'
import { grantOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { stopIf } from '../http/constraints.ts'
import { postStatements } from '../ledger/store.ts'
import { cancellationStatements } from '../lessons/store.ts'
import type { OrderFacts } from './facts.ts'

/** What came with the news, besides what happened. */
export type Particulars = {
  /** The provider's own number of the order or payment. */
  reference?: string | null
  fees?: Piastres
  failure?: { code: string; words: string } | null
}

/** When the sweep asks about a paid order again: nobody tells of money that the provider's own staff gave back. */
export const RECHECK = hours(24)

type Statements = BatchItem<'sqlite'>[]

/** A subscription begins at the moment the payment is known, and the free trial ends (docs/rules/minutes.md 3.3). */
function openingStatements(db: Db, { tx, weeklyMinutes }: OrderFacts, now: Instant): Statements {
  const period = tx.planPeriod
  const opened = { period, weeklyMinutes, start: now, end: subscriptionEnd(now, period) }
  const subscriptionId = sql<number>`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.txId} = ${tx.id})`
  const isTrial = and(eq(subscriptions.userId, tx.userId), eq(subscriptions.period, PlanPeriod.FreeTrial))
  return [
    db
      .update(subscriptions)
      .set({ terminatedAt: now, updatedAt: now })
      .where(and(isTrial, isNull(subscriptions.terminatedAt))),
    db
      .insert(subscriptions)
      .values({ ...opened, userId: tx.userId, planId: tx.planId, txId: tx.id, createdAt: now, updatedAt: now }),
    db.insert(minuteEntries).values({ subscriptionId, kind: 'grant', ...grantOf(opened, now), createdAt: now }),
  ]
}

/** The subscription ends, and the lessons still to come are given up by the student. */
function endingStatements(
  db: Db,
  { tx, subscription, lessons }: OrderFacts,
  by: number | null,
  now: Instant,
): Statements {
  if (!subscription || subscription.terminatedAt !== null) return []
  return [
    ...lessons.flatMap((found) =>
      cancellationStatements(
        db,
        found,
        { canceledBy: tx.userId, canceledAt: now, returnedMinutes: found.row.duration },
        now,
      ),
    ),
    db
      .update(subscriptions)
      .set({ terminatedAt: now, terminatedBy: by, updatedAt: now })
      .where(and(eq(subscriptions.id, subscription.id), isNull(subscriptions.terminatedAt))),
  ]
}

const newestRefund = (txId: number) =>
  sql<number>`(SELECT MAX(${refunds.id}) FROM ${refunds} WHERE ${refunds.txId} = ${txId})`

/** Our own pending refund is done, and what the provider gave back beyond it gets a row of its own. */
function refundStatements(db: Db, { tx, pending }: OrderFacts, outcome: Outcome, now: Instant): Statements {
  const settled = outcome.settlesPending && pending ? pending : null
  const beyond = outcome.refunded - (settled?.amount ?? 0)
  const at = { createdAt: now, updatedAt: now }
  return [
    ...(settled
      ? [
          stopIf(db, sql`(SELECT ${refunds.status} <> 'pending' FROM ${refunds} WHERE ${refunds.id} = ${settled.id})`),
          db.update(refunds).set({ status: 'done', updatedAt: now }).where(eq(refunds.id, settled.id)),
          ...postStatements(
            db,
            refundEntry({ refundId: settled.id, provider: tx.provider, amount: settled.amount }),
            now,
          ),
        ]
      : []),
    ...(beyond > 0
      ? [
          db.insert(refunds).values({ txId: tx.id, amount: beyond, status: 'done', ...at }),
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

function paymentStatements(db: Db, facts: OrderFacts, outcome: Outcome, fee: Piastres, now: Instant): Statements {
  const { tx } = facts
  const order = { txId: tx.id, provider: tx.provider }
  const back = { txId: tx.id, amount: tx.amount, reason: RefundReason.paidTwice, createdAt: now, updatedAt: now }
  return [
    ...postStatements(db, paymentEntry({ ...order, amount: tx.amount }), now),
    ...postStatements(db, feeEntry({ ...order, fee }), now),
    ...(outcome.begins ? openingStatements(db, facts, now) : []),
    ...(outcome.returns ? [db.insert(refunds).values(back)] : []),
  ]
}

/** The order's row as the news leaves it; a later change always has a later time. */
function updateStatement(db: Db, { tx }: OrderFacts, outcome: Outcome, more: Particulars, now: Instant) {
  const { reference, fees, failure } = more
  return db
    .update(transactions)
    .set({
      status: outcome.to,
      refundedAmount: tx.refundedAmount + outcome.refunded,
      ...(outcome.pays ? { paidAt: now, fees: fees ?? 0, nextCheckAt: now + RECHECK } : {}),
      ...(reference ? { providerRefNum: reference } : {}),
      ...(failure ? { failureCode: failure.code, failureReason: failure.words.slice(0, 255) } : {}),
      updatedAt: Math.max(now, tx.updatedAt + 1),
    })
    .where(eq(transactions.id, tx.id))
}

/**
 * Everything that news of an order changes, for one batch: its row, the ledger, the subscription and its first week. It is
 * stopped whole when the order has changed since it was read.
 */
export function outcomeStatements(
  db: Db,
  facts: OrderFacts,
  outcome: Outcome,
  more: Particulars,
  now: Instant,
): [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] {
  const { tx, pending } = facts
  const endedBy = outcome.settlesPending && facts.ruled.pendingRefund?.endsSubscription ? pending?.requestedBy : null
  const isGivenUp = tx.paidAt === null && !outcome.pays && !isUnpaid(outcome.to)
  return [
    stopIf(
      db,
      sql`(SELECT ${transactions.status} <> ${tx.status} OR ${transactions.updatedAt} <> ${tx.updatedAt} FROM ${transactions} WHERE ${transactions.id} = ${tx.id})`,
    ),
    updateStatement(db, facts, outcome, more, now),
    ...(outcome.pays ? paymentStatements(db, facts, outcome, more.fees ?? 0, now) : []),
    ...refundStatements(db, facts, outcome, now),
    ...(outcome.ends ? endingStatements(db, facts, endedBy ?? null, now) : []),
    ...(isGivenUp ? [db.delete(couponRedemptions).where(eq(couponRedemptions.txId, tx.id))] : []),
  ]
}
