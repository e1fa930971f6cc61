import type * as z from 'zod/mini'
import type { transactionInDetail } from '#contract/transactions'
import type { orders } from '#db/schema/orders'
import { checkoutOf } from '#domain/payments/checkout'
import { gatewayReason } from '#domain/payments/gateway-errors'
import { isUnpaid } from '#domain/payments/transaction'

type Order = typeof orders.$inferSelect

export const orderView = (order: Order) => ({
  id: order.id,
  userId: order.userId,
  planId: order.planId,
  planPeriod: order.planPeriod,
  topUpMinutes: order.topUpMinutes,
  changesPlan: order.changesPlan,
  amount: order.amount,
  refundedAmount: order.refundedAmount,
  status: order.status,
  paymentMethod: order.paymentMethod,
  provider: order.provider,
  providerRefNum: order.providerRefNum,
  secondPaymentOf: order.secondPaymentOf,
  paidAt: order.paidAt,
  expiresAt: order.expiresAt,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
})

export const orderDetailView = (order: Order): z.output<typeof transactionInDetail> => ({
  ...orderView(order),
  checkout: isUnpaid(order.status) ? checkoutOf(order) : null,
  failure: order.failureCode === null ? null : gatewayReason(order.failureCode),
})

/** For a view-as token: removes the data with which the order can be paid (docs/rules/staff.md 5.2). */
export const withoutCheckout = (order: Order): z.output<typeof transactionInDetail> => ({
  ...orderDetailView(order),
  checkout: null,
})
