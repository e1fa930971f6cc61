import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { OPEN_PAYOUT_STATES, payoutIssuers, payoutStates } from '#domain/withdrawals/payout'
import { createdAt, flag, id, instant, literals, oneOf, updatedAt } from './columns.ts'
import { users } from './users.ts'
import { withdrawals } from './withdrawals.ts'

/** Withdrawals that admins pay by Paymob Payouts together; amounts in piastres (docs/rules/money.md 10.4). */
export const payoutBatches = sqliteTable(
  'payout_batches',
  {
    id: id(),
    count: integer('count').notNull(),
    total: integer('total').notNull(),
    /** Above the limit of the settings when it was prepared: then nobody confirms what they have prepared themselves. */
    needsSecond: flag('needs_second').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    confirmedBy: integer('confirmed_by').references(() => users.id),
    confirmedAt: instant('confirmed_at'),
    droppedBy: integer('dropped_by').references(() => users.id),
    droppedAt: instant('dropped_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('payout_batches_total', sql`${t.count} > 0 AND ${t.total} > 0`),
    check('payout_batches_confirmed', sql`(${t.confirmedAt} IS NULL) = (${t.confirmedBy} IS NULL)`),
    check('payout_batches_dropped', sql`(${t.droppedAt} IS NULL) = (${t.droppedBy} IS NULL)`),
    check('payout_batches_end_once', sql`${t.confirmedAt} IS NULL OR ${t.droppedAt} IS NULL`),
    check(
      'payout_batches_second_admin',
      sql`${t.confirmedBy} IS NULL OR ${t.needsSecond} = 0 OR ${t.confirmedBy} <> ${t.createdBy}`,
    ),
    index('payout_batches_created').on(t.createdAt),
  ],
)

/**
 * An attempt to pay a withdrawal by Paymob Payouts. It is stored before it is sent, and Paymob is asked by its reference before
 * it is sent again, so that a withdrawal is never paid twice.
 */
export const payouts = sqliteTable(
  'payouts',
  {
    id: id(),
    batchId: integer('batch_id')
      .notNull()
      .references(() => payoutBatches.id),
    withdrawalId: integer('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    /** The UUID by which Paymob knows it. */
    reference: text('reference').notNull().unique(),
    issuer: text('issuer', { enum: payoutIssuers }).notNull(),
    /** The mobile number, or the number of the bank account. */
    account: text('account').notNull(),
    /** Paymob's code of the bank; null for wallets. */
    bankCode: text('bank_code'),
    fullName: text('full_name').notNull(),
    /** In piastres. */
    amount: integer('amount').notNull(),
    state: text('state', { enum: payoutStates }).notNull(),
    /** When it was sent last, by the machine's time; null until it is. */
    sentAt: instant('sent_at'),
    /** When Paymob was last asked about it. */
    askedAt: instant('asked_at'),
    /** Paymob's number of it, its code and its words. */
    transactionId: text('transaction_id'),
    statusCode: text('status_code'),
    reason: text('reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('payouts_issuer', oneOf(t.issuer, payoutIssuers)),
    check('payouts_bank', sql`(${t.bankCode} IS NOT NULL) = (${t.issuer} = 'bank_card')`),
    check('payouts_state', oneOf(t.state, payoutStates)),
    check('payouts_amount', sql`${t.amount} > 0`),
    uniqueIndex('payouts_open')
      .on(t.withdrawalId)
      .where(sql`state IN (${literals(...OPEN_PAYOUT_STATES)})`),
    index('payouts_batch').on(t.batchId),
    index('payouts_withdrawal').on(t.withdrawalId),
    index('payouts_to_ask').on(t.askedAt).where(sql`state IN ('sending', 'pending')`),
    index('payouts_to_send').on(t.createdAt).where(sql`state = 'ready'`),
  ],
)
