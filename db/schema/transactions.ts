import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { InstallmentPlan, PaymentMethod } from '#domain/payments/methods'
import type { TransactionStatus } from '#domain/payments/transaction'
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts'
import { plans } from './plans.ts'
import { users } from './users.ts'

export const PROVIDERS = ['fawry', 'paymob'] as const

/** What a provider gave us to show while an order waits to be paid; a reload of the screen finds it here. */
export type Checkout = { redirectUrl?: string; referenceNumber?: string; walletQr?: string | null }

/** An order at a payment provider; amounts in piastres. A status is changed by compare-and-swap on the old one. */
export const transactions = sqliteTable(
  'transactions',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    planPeriod: integer('plan_period').$type<0 | 1 | 2>().notNull(),
    /** After the coupon. */
    amount: integer('amount').notNull(),
    couponDiscount: integer('coupon_discount').notNull().default(0),
    /** What the provider keeps of it, as it reports. */
    fees: integer('fees').notNull().default(0),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    status: integer('status').$type<TransactionStatus>().notNull().default(0),
    paymentMethod: integer('payment_method').$type<PaymentMethod>().notNull(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** In how many payments the bank collects it. */
    installmentPlan: integer('installment_plan').$type<InstallmentPlan>(),
    merchantRefNum: text('merchant_ref_num'),
    providerRefNum: text('provider_ref_num'),
    providerOrderId: text('provider_order_id'),
    phone: text('phone'),
    checkout: text('checkout', { mode: 'json' }).$type<Checkout>(),
    failureCode: text('failure_code'),
    failureReason: text('failure_reason'),
    expiresAt: instant('expires_at'),
    /** When the sweep asks the provider again. */
    nextCheckAt: instant('next_check_at'),
    paidAt: instant('paid_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('transactions_amount', sql`${t.amount} >= 0`),
    check('transactions_coupon_discount', sql`${t.couponDiscount} >= 0`),
    check('transactions_fees', sql`${t.fees} >= 0`),
    check('transactions_provider', oneOf(t.provider, PROVIDERS)),
    check('transactions_installments', sql`${t.installmentPlan} IN (2, 4)`),
    check('transactions_refund', sql`${t.refundedAmount} BETWEEN 0 AND ${t.amount}`),
    check('transactions_status', sql`${t.status} BETWEEN 0 AND 7`),
    check('transactions_method', sql`${t.paymentMethod} BETWEEN 0 AND 3`),
    check('transactions_period', sql`${t.planPeriod} BETWEEN 0 AND 2`),
    uniqueIndex('transactions_merchant_ref').on(t.provider, t.merchantRefNum).where(sql`merchant_ref_num IS NOT NULL`),
    uniqueIndex('transactions_provider_order')
      .on(t.provider, t.providerOrderId)
      .where(sql`provider_order_id IS NOT NULL`),
    uniqueIndex('transactions_provider_ref').on(t.provider, t.providerRefNum).where(sql`provider_ref_num IS NOT NULL`),
    index('transactions_created').on(t.createdAt),
    index('transactions_unpaid').on(t.nextCheckAt).where(sql`status IN (0, 7)`),
    index('transactions_user').on(t.userId, t.createdAt),
    index('transactions_status_idx').on(t.status, t.createdAt),
  ],
)

const REFUND_STATUSES = ['pending', 'done', 'failed'] as const

/** Money given back: one refund of an order under way at a time, and never more in all than was paid (a trigger). */
export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    txId: integer('tx_id')
      .notNull()
      .references(() => transactions.id),
    amount: integer('amount').notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull().default('pending'),
    reason: text('reason'),
    /** Null when the provider told us of a refund made at its end. */
    requestedBy: integer('requested_by').references(() => users.id),
    providerRefNum: text('provider_ref_num'),
    failureReason: text('failure_reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_status', oneOf(t.status, REFUND_STATUSES)),
    uniqueIndex('refunds_under_way').on(t.txId).where(sql`status = 'pending'`),
    index('refunds_tx').on(t.txId),
  ],
)
