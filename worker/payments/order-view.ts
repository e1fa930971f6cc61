import type * as z from 'zod/mini'
import type { transactionInDetail } from '#contract/transactions'
import type { transactions } from '#db/schema/transactions'
import { checkoutOf } from '#domain/payments/checkout'
import { gatewayReason } from '#domain/payments/gateway-errors'
import { isUnpaid } from '#domain/payments/transaction'

type Transaction = typeof transactions.$inferSelect

export const transactionView = (tx: Transaction) => ({
  id: tx.id,
  userId: tx.userId,
  planId: tx.planId,
  planPeriod: tx.planPeriod,
  amount: tx.amount,
  refundedAmount: tx.refundedAmount,
  status: tx.status,
  paymentMethod: tx.paymentMethod,
  provider: tx.provider,
  providerRefNum: tx.providerRefNum,
  secondPaymentOf: tx.secondPaymentOf,
  paidAt: tx.paidAt,
  expiresAt: tx.expiresAt,
  createdAt: tx.createdAt,
  updatedAt: tx.updatedAt,
})

export const transactionDetailView = (tx: Transaction): z.output<typeof transactionInDetail> => ({
  ...transactionView(tx),
  checkout: isUnpaid(tx.status) ? checkoutOf(tx) : null,
  failure: tx.failureCode === null ? null : gatewayReason(tx.failureCode),
})

/** For a view-as token: removes the data with which the order can be paid (docs/rules/staff.md 5.2). */
export const withoutCheckout = (tx: Transaction): z.output<typeof transactionInDetail> => ({
  ...transactionDetailView(tx),
  checkout: null,
})
