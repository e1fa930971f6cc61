import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Checkout } from '#domain/payments/checkout'
import { differingFields } from '#domain/payments/comparison'
import { PaymentMethod, providers } from '#domain/payments/methods'
import { TOP_UP_SIZES, type TopUpMinutes } from '#domain/payments/top-up'
import { refundStatuses, TransactionStatus, UNPAID_STATUSES } from '#domain/payments/transaction'
import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import { between, createdAt, flag, id, instant, isMember, literals, oneOf, updatedAt } from './columns.ts'
import { coupons } from './coupons.ts'
import { plans } from './plans.ts'
import { users } from './users.ts'

/** An order at a payment gateway; amounts in piastres. Every status change compares and swaps the old status. */
export const orders = sqliteTable(
  'transactions',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    planPeriod: integer('plan_period').$type<PaidPeriod>().notNull(),
    /** For a top-up: the minutes that are bought in addition to those of the plan, which the order names. */
    topUpMinutes: integer('top_up_minutes').$type<TopUpMinutes>(),
    /** Whether it changes the plan that runs to the one it names; what it changes is in `plan_changes`. */
    changesPlan: flag('changes_plan').notNull().default(false),
    /** The price after the coupon. */
    amount: integer('amount').notNull(),
    couponDiscount: integer('coupon_discount').notNull().default(0),
    /**
     * The coupon that lowered the price. The order uses it as long as a row of `coupon_redemptions` references the order.
     */
    couponId: integer('coupon_id').references((): AnySQLiteColumn => coupons.id),
    /** For the refunded second payment of an order, which has its own row: that order. */
    secondPaymentOf: integer('second_payment_of').references((): AnySQLiteColumn => orders.id),
    /** The gateway's reported fee for the order. */
    fees: integer('fees').notNull().default(0),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    status: integer('status').$type<TransactionStatus>().notNull().default(TransactionStatus.New),
    paymentMethod: integer('payment_method').$type<PaymentMethod>().notNull(),
    provider: text('provider', { enum: providers }).notNull(),
    /** The number of payments of orders from when the plans were ours; nothing writes it any more. */
    installmentPlan: integer('installment_plan').$type<2 | 4>(),
    /** Fawry's id of the instalment plan. */
    installmentPlanId: integer('installment_plan_id'),
    merchantRefNum: text('merchant_ref_num'),
    providerRefNum: text('provider_ref_num'),
    providerOrderId: text('provider_order_id'),
    phone: text('phone'),
    /** Stored, so that reloading the screen shows it again. */
    checkout: text('checkout', { mode: 'json' }).$type<Checkout>(),
    failureCode: text('failure_code'),
    failureReason: text('failure_reason'),
    expiresAt: instant('expires_at'),
    /** When the payment sweep queries the gateway next; null: never. */
    nextCheckAt: instant('next_check_at'),
    /** When the order is next compared with its provider's record; null: it agreed, and has not changed since. */
    compareAt: instant('compare_at'),
    paidAt: instant('paid_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('transactions_amount', sql`${t.amount} >= 0`),
    check('transactions_coupon_discount', sql`${t.couponDiscount} >= 0`),
    check('transactions_fees', sql`${t.fees} >= 0`),
    check('transactions_provider', oneOf(t.provider, providers)),
    check('transactions_installments', oneOf(t.installmentPlan, [2, 4])),
    check('transactions_refund', sql`${t.refundedAmount} BETWEEN 0 AND ${t.amount}`),
    check('transactions_status', isMember(t.status, TransactionStatus)),
    check('transactions_method', isMember(t.paymentMethod, PaymentMethod)),
    check('transactions_top_up', oneOf(t.topUpMinutes, TOP_UP_SIZES)),
    check(
      'transactions_plan_change',
      sql`${t.changesPlan} = 0 OR (${t.changesPlan} = 1 AND ${t.topUpMinutes} IS NULL)`,
    ),
    check('transactions_period', between(t.planPeriod, PlanPeriod.Month, PlanPeriod.Year)),
    uniqueIndex('transactions_merchant_ref').on(t.provider, t.merchantRefNum).where(sql`merchant_ref_num IS NOT NULL`),
    uniqueIndex('transactions_provider_order')
      .on(t.provider, t.providerOrderId)
      .where(sql`provider_order_id IS NOT NULL`),
    uniqueIndex('transactions_provider_ref').on(t.provider, t.providerRefNum).where(sql`provider_ref_num IS NOT NULL`),
    index('transactions_created').on(t.createdAt),
    index('transactions_unpaid')
      .on(t.nextCheckAt)
      .where(sql`status IN (${literals(...UNPAID_STATUSES)})`),
    index('transactions_to_check').on(t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    index('transactions_user').on(t.userId, t.createdAt),
    index('transactions_status_idx').on(t.status, t.createdAt),
    index('transactions_plan_created').on(t.planId, t.createdAt),
    index('transactions_period_created').on(t.planPeriod, t.createdAt),
    index('transactions_method_created').on(t.paymentMethod, t.createdAt),
    index('transactions_amount_created').on(t.amount, t.createdAt),
    index('transactions_amount_idx').on(t.amount),
    index('transactions_paid').on(t.paidAt),
    index('transactions_ref').on(t.providerRefNum),
    index('transactions_our_ref').on(t.merchantRefNum),
    index('transactions_order').on(t.providerOrderId),
    index('transactions_coupon').on(t.couponId).where(sql`coupon_id IS NOT NULL`),
    index('transactions_to_compare').on(t.compareAt).where(sql`compare_at IS NOT NULL`),
    index('transactions_second').on(t.secondPaymentOf).where(sql`second_payment_of IS NOT NULL`),
  ],
)

/** Refunds: at most one pending per order, and, by a trigger, never more in total than was paid. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    orderId: integer('tx_id')
      .notNull()
      .references(() => orders.id),
    amount: integer('amount').notNull(),
    status: text('status', { enum: refundStatuses }).notNull().default('pending'),
    reason: text('reason'),
    /** Null for a refund that was made at the gateway. */
    requestedBy: integer('requested_by').references(() => users.id),
    providerRefNum: text('provider_ref_num'),
    failureReason: text('failure_reason'),
    /** When the gateway accepted the refund; its status of the order confirms it later. */
    acceptedAt: instant('accepted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_status', oneOf(t.status, refundStatuses)),
    uniqueIndex('refunds_under_way').on(t.orderId).where(sql`status = 'pending'`),
    index('refunds_tx').on(t.orderId),
    index('refunds_updated').on(t.updatedAt),
    index('refunds_status').on(t.status, t.updatedAt),
    index('refunds_unsettled').on(t.status, t.createdAt).where(sql`status <> 'done'`),
  ],
)

/**
 * Differences between an order and its provider's record that the nightly comparison has found, each once until it agrees
 * again (docs/rules/money.md 8.4).
 */
export const paymentDifferences = sqliteTable(
  'payment_differences',
  {
    id: id(),
    orderId: integer('tx_id')
      .notNull()
      .references(() => orders.id),
    field: text('field', { enum: differingFields }).notNull(),
    ours: text('ours').notNull(),
    theirs: text('theirs').notNull(),
    foundAt: instant('found_at').notNull(),
    /** When it was found to agree again; null while it differs. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    check('payment_differences_field', oneOf(t.field, differingFields)),
    uniqueIndex('payment_differences_once').on(t.orderId, t.field).where(sql`closed_at IS NULL`),
    index('payment_differences_tx').on(t.orderId),
    index('payment_differences_open').on(t.foundAt).where(sql`closed_at IS NULL`),
  ],
)
