import type { TransactionInDetail, Transaction as WireTransaction } from '#contract/transactions'
import type { transactions } from '#db/schema/transactions'
import { type Instant, toIso } from '#domain/cairo'
import { gatewayReason } from '#domain/payments/gateway-errors'
import { isUnpaid } from '#domain/payments/transaction'

type Transaction = typeof transactions.$inferSelect

const optionalIso = (instant: Instant | null) => (instant === null ? null : toIso(instant))

export const wireTransaction = (tx: Transaction): WireTransaction => ({
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
  paidAt: optionalIso(tx.paidAt),
  expiresAt: optionalIso(tx.expiresAt),
  createdAt: toIso(tx.createdAt),
  updatedAt: toIso(tx.updatedAt),
})

export const wireTransactionInDetail = (tx: Transaction): TransactionInDetail => ({
  ...wireTransaction(tx),
  checkout: isUnpaid(tx.status) ? tx.checkout : null,
  failure: tx.failureCode === null ? null : gatewayReason(tx.failureCode),
})
