import type { Instant } from '#domain/cairo'
import type { Piastres } from '#domain/money'
import { statusAfter, type TransactionEvent, TransactionStatus } from './transaction.ts'

/** What a provider says of an order, by a notice, an answer or when it is asked. */
export type Report = {
  event: TransactionEvent
  /** All that was given back of the order so far, where the provider says it. */
  refundedTotal: Piastres | null
}

/** Why we begin a refund ourselves; the words also stand on the provider's records. */
export const RefundReason = { subscriptionCanceled: 'subscription-canceled', paidTwice: 'paid-twice' } as const

/** A refund that we have asked for and have no answer to. */
export type PendingRefund = { id: number; amount: Piastres; endsSubscription: boolean }

/** Our own row of the order, and what stands beside it. */
export type Order = {
  status: TransactionStatus
  amount: Piastres
  refundedAmount: Piastres
  paidAt: Instant | null
  pendingRefund: PendingRefund | null
  /** Another payment has opened a subscription that still lives. */
  hasOtherPlan: boolean
}

/** What the report changes, all of it in one batch. */
export type Outcome = {
  to: TransactionStatus
  /** The money has come: it is posted. */
  pays: boolean
  /** The payment opens its subscription. */
  begins: boolean
  /** The money came for an order that can open nothing any more: it goes back. */
  returns: boolean
  /** Piastres given back by this report. */
  refunded: Piastres
  /** The pending refund is what was given back, or part of it. */
  settlesPending: boolean
  /** The order's subscription ends. */
  ends: boolean
}

const { Canceled, Refunded, PartialRefunded } = TransactionStatus
const nothing = { pays: false, begins: false, returns: false, refunded: 0, settlesPending: false, ends: false }

function payment({ amount, hasOtherPlan }: Order, to: TransactionStatus): Outcome {
  return { ...nothing, to, pays: true, begins: !hasOtherPlan, returns: hasOtherPlan && amount > 0 }
}

function refundedTotal({ amount, refundedAmount, pendingRefund }: Order, { event, ...said }: Report): Piastres {
  if (event !== 'refund-part') return amount
  return Math.min(amount, said.refundedTotal ?? refundedAmount + (pendingRefund?.amount ?? 0))
}

/** A refund is also the news of a payment whose own notice has not come yet. */
function refund(order: Order, report: Report): Outcome | null {
  const pays = order.paidAt === null
  if (!pays && order.status === Canceled) return null
  const total = refundedTotal(order, report)
  const refunded = total - order.refundedAmount
  const isWhole = total === order.amount
  const to = report.event === 'void' ? Canceled : isWhole ? Refunded : PartialRefunded
  if (!pays && (refunded < 0 || to === order.status) && refunded <= 0) return null
  if (!pays && order.status === Refunded) return null
  const settlesPending = order.pendingRefund !== null && refunded >= order.pendingRefund.amount
  const ends = to !== PartialRefunded || (settlesPending && order.pendingRefund?.endsSubscription === true)
  const paid = pays ? payment(order, to) : { ...nothing, to }
  return { ...paid, begins: paid.begins && !ends, returns: false, refunded, settlesPending, ends }
}

/**
 * What a report changes of an order; null when it is old news. Reports may come late, twice and in any order: money
 * that has come is posted once, money given back after it, and the order ends where the provider's own history ends
 * (docs/rules/money.md 4.1).
 */
export function outcomeOf(order: Order, report: Report): Outcome | null {
  const { event } = report
  if (event === 'refund' || event === 'refund-part' || event === 'void') return refund(order, report)
  // Voided or refunded money was paid before: its late notice is old.
  if (event === 'pay' && order.paidAt !== null) return null
  const to = statusAfter(order.status, event)
  if (to === null) return null
  return event === 'pay' ? payment(order, to) : { ...nothing, to }
}

/** What became of a refund whose answer was lost. */
export type RefundFate = 'made' | 'not-made' | 'unknown'

/**
 * What a provider's word of an order says of the refund that is under way: an order that is still whole was not refunded,
 * and one that is refunded in part was not refunded to the end. One provider says how much was given back in all; the
 * other does not, and of one more part among several nobody can tell but its staff.
 */
export function fateOfPending({ amount, refundedAmount, pendingRefund }: Order, report: Report | null): RefundFate {
  if (!report || !pendingRefund) return 'unknown'
  const wouldBe = refundedAmount + pendingRefund.amount
  if (report.event === 'refund' || report.event === 'void') return 'made'
  if (report.event === 'pay') return 'not-made'
  if (report.event !== 'refund-part') return 'unknown'
  if (report.refundedTotal !== null) return report.refundedTotal >= wouldBe ? 'made' : 'not-made'
  if (wouldBe === amount) return 'not-made'
  return refundedAmount === 0 ? 'made' : 'unknown'
}
