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

export type TransactionActor = 'provider' | 'student' | 'admin' | 'schedule'

/**
 * What happens to a payment (docs/rules/money.md 3.5). It starts new. Providers tell what they know late, twice and out
 * of order: a step that is missing here is old news and changes nothing. Money that did arrive always counts, even
 * after we had given the order up.
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

/** The status that the event leads to, null when it changes nothing. */
export const statusAfter = (from: TransactionStatus, event: TransactionEvent): TransactionStatus | null => {
  const to = after<TransactionStatus, TransactionEvent, TransactionActor>(transactionTransitions, from, event)
  return to === from ? null : to
}

/** An order that can still be paid, and so can still be cancelled. */
export const isUnpaid = (status: TransactionStatus): boolean => status === New || status === Processed

/** Whether money of it can still be given back. */
export const isRefundable = (status: TransactionStatus): boolean => status === Paid || status === PartialRefunded
