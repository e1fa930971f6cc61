import { after, type Transition } from '#domain/transitions'

export const TransactionStatus = {
  New: 0,
  Paid: 1,
  Canceled: 2,
  Refunded: 3,
  Expired: 4,
  PartialRefunded: 5,
  Failed: 6,
  Processed: 7,
} as const
export type TransactionStatus = (typeof TransactionStatus)[keyof typeof TransactionStatus]

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed, Processed } = TransactionStatus

/** Of money that is to go back: requested, there, or refused by the gateway. */
export const refundStatuses = ['pending', 'done', 'failed'] as const

export type TransactionActor = 'provider' | 'student' | 'admin' | 'schedule'

/**
 * The status transitions of an order, which starts as `New` (docs/rules/money.md 3.5). Gateways report late, more than once
 * and out of order: an event without a transition here is outdated and changes nothing. A payment is always recorded,
 * even after the order was cancelled, expired or failed.
 */
export const transactionTransitions = [
  { from: [New], event: 'accept', to: Processed, who: ['provider'] },
  { from: [New, Processed], event: 'refuse', to: Failed, who: ['provider'] },
  { from: [New, Processed, Canceled, Expired, Failed], event: 'pay', to: Paid, who: ['provider'] },
  { from: [New, Processed], event: 'cancel', to: Canceled, who: ['provider', 'student', 'admin'] },
  { from: [New, Processed], event: 'expire', to: Expired, who: ['provider', 'schedule'] },
  { from: [Paid, PartialRefunded], event: 'refund', to: Refunded, who: ['provider', 'student', 'admin'] },
  { from: [Paid, PartialRefunded], event: 'refund-part', to: PartialRefunded, who: ['provider', 'student', 'admin'] },
  { from: [New, Processed, Paid], event: 'void', to: Canceled, who: ['provider'] },
] as const satisfies readonly Transition<TransactionStatus, string, TransactionActor>[]

export type TransactionEvent = (typeof transactionTransitions)[number]['event']

/** The status after the event, null when the event changes nothing. */
export const statusAfter = (from: TransactionStatus, event: TransactionEvent): TransactionStatus | null => {
  const to = after<TransactionStatus, TransactionEvent, TransactionActor>(transactionTransitions, from, event)
  return to === from ? null : to
}

/** An order in one of these can still be paid or cancelled. */
export const UNPAID_STATUSES = [New, Processed] as const
export const isUnpaid = (status: TransactionStatus): boolean => UNPAID_STATUSES.some((one) => one === status)

/** An order in one of these was paid and not fully refunded. */
export const REFUNDABLE_STATUSES = [Paid, PartialRefunded] as const
export const isRefundable = (status: TransactionStatus): boolean => REFUNDABLE_STATUSES.some((one) => one === status)
