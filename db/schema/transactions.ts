import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PaymentMethod } from '#domain/payments/methods'
import type { TransactionStatus } from '#domain/payments/transaction'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { plans } from './plans.ts'
import { users } from './users.ts'

/** An order at a payment provider; amounts in piastres. */
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
    amount: integer('amount').notNull(),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    status: integer('status').$type<TransactionStatus>().notNull().default(0),
    paymentMethod: integer('payment_method').$type<PaymentMethod>().notNull(),
    provider: text('provider', { enum: ['fawry', 'paymob'] }).notNull(),
    merchantRefNum: text('merchant_ref_num').unique(),
    providerRefNum: text('provider_ref_num'),
    providerOrderId: text('provider_order_id'),
    phone: text('phone'),
    expiresAt: instant('expires_at'),
    paidAt: instant('paid_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('transactions_amount', sql`${t.amount} >= 0`),
    check('transactions_refund', sql`${t.refundedAmount} BETWEEN 0 AND ${t.amount}`),
    check('transactions_status', sql`${t.status} BETWEEN 0 AND 7`),
    check('transactions_method', sql`${t.paymentMethod} BETWEEN 0 AND 3`),
    check('transactions_period', sql`${t.planPeriod} BETWEEN 0 AND 2`),
    uniqueIndex('transactions_provider_ref').on(t.provider, t.providerRefNum).where(sql`provider_ref_num IS NOT NULL`),
    index('transactions_user').on(t.userId, t.createdAt),
    index('transactions_status_idx').on(t.status, t.createdAt),
  ],
)
