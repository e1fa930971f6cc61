import type { Instant } from '../cairo.ts'
import type { Piastres } from '../money.ts'
import { statusAfter, type TransactionEvent, TransactionStatus } from './transaction.ts'

/** What a gateway reports about an order: in a notification, or in the response to a status query. */
export type StatusReport = {
  event: TransactionEvent
  /** The total refunded of the order so far, in piastres; null when the gateway does not report it. */
  refundedTotal: Piastres | null
}

/** Why the system itself starts a refund. The values are also sent to the gateway as the refund's reason. */
export const RefundReason = {
  subscriptionCanceled: 'subscription-canceled',
  paidTwice: 'paid-twice',
  couponUsedUp: 'coupon-used-up',
  planEnded: 'plan-ended',
  planChanged: 'plan-changed',
} as const

/** The refunds of payments that start no subscription, bring no minutes and change no plan. */
export const unwantedPayments = [
  RefundReason.paidTwice,
  RefundReason.couponUsedUp,
  RefundReason.planEnded,
  RefundReason.planChanged,
] as const
export type UnwantedPayment = (typeof unwantedPayments)[number]

/**
 * The order's use of its coupon: held, given back because the order ended unpaid, or given back and since used up by
 * others.
 */
export type CouponUse = 'none' | 'held' | 'given-back' | 'used-up'

/** A requested refund that is not final. `isAccepted`: the gateway has accepted the request. */
export type PendingRefund = { id: number; amount: Piastres; endsSubscription: boolean; isAccepted: boolean }

/** Our own row of the order, with the related rows that the rules depend on. */
export type OrderState = {
  status: TransactionStatus
  amount: Piastres
  refundedAmount: Piastres
  paidAt: Instant | null
  pendingRefund: PendingRefund | null
  /** Another payment has started a plan that the order's can neither replace nor follow (docs/rules/minutes.md 6.3). */
  hasOtherSubscription: boolean
  /** A top-up or a change of plan that is paid when its plan runs no more (docs/rules/minutes.md 8.3, 9.5). */
  isWithoutPlan: boolean
  /** A change of a plan that has changed since it was ordered (docs/rules/minutes.md 9.5). */
  isPlanChanged: boolean
  coupon: CouponUse
  /** The order had already been paid: this row is its second payment. */
  isSecondPayment: boolean
}

/** What a report changes. All of it is written in one batch. */
export type OrderChange = {
  status: TransactionStatus
  /** The payment arrived: it is posted to the ledger. */
  recordsPayment: boolean
  /** Or, of a top-up, brings its minutes; of a change of plan, makes it. */
  startsSubscription: boolean
  /** The order takes back the use of its coupon that it had given back. */
  takesCouponUse: boolean
  /** Why this payment is refunded in full; null if it is kept. */
  givesBack: UnwantedPayment | null
  /** Piastres refunded by this report, in addition to what was refunded before. */
  refundedNow: Piastres
  completesPendingRefund: boolean
  /** Or, of a top-up, takes back what is left of its minutes; of a change of plan, undoes it. */
  endsSubscription: boolean
}

const { Canceled, Refunded, PartialRefunded } = TransactionStatus
const NO_EFFECTS = {
  recordsPayment: false,
  startsSubscription: false,
  takesCouponUse: false,
  givesBack: null,
  refundedNow: 0,
  completesPendingRefund: false,
  endsSubscription: false,
}

/** Why a payment starts no subscription; null when it does. */
function whyUnwanted({
  isSecondPayment,
  hasOtherSubscription,
  isWithoutPlan,
  isPlanChanged,
  coupon,
}: OrderState): UnwantedPayment | null {
  if (isSecondPayment || hasOtherSubscription) return RefundReason.paidTwice
  if (isWithoutPlan) return RefundReason.planEnded
  if (isPlanChanged) return RefundReason.planChanged
  return coupon === 'used-up' ? RefundReason.couponUsedUp : null
}

function payment(order: OrderState, status: TransactionStatus): OrderChange {
  const unwanted = whyUnwanted(order)
  return {
    ...NO_EFFECTS,
    status,
    recordsPayment: true,
    startsSubscription: unwanted === null,
    takesCouponUse: unwanted === null && order.coupon === 'given-back',
    givesBack: order.amount > 0 ? unwanted : null,
  }
}

function totalRefunded({ amount, refundedAmount, pendingRefund }: OrderState, report: StatusReport): Piastres {
  if (report.event !== 'refund-part') return amount
  return Math.min(amount, report.refundedTotal ?? refundedAmount + (pendingRefund?.amount ?? 0))
}

/** A refund report also records the payment when the payment's own notification has not arrived yet. */
function refund(order: OrderState, report: StatusReport): OrderChange | null {
  const recordsPayment = order.paidAt === null
  if (!recordsPayment && order.status === Canceled) return null
  const total = totalRefunded(order, report)
  const refundedNow = total - order.refundedAmount
  const isFull = total === order.amount
  const status = report.event === 'void' ? Canceled : isFull ? Refunded : PartialRefunded
  if (!recordsPayment && (refundedNow < 0 || status === order.status) && refundedNow <= 0) return null
  if (!recordsPayment && order.status === Refunded) return null
  const completesPendingRefund = order.pendingRefund !== null && refundedNow >= order.pendingRefund.amount
  const endsSubscription =
    status !== PartialRefunded || (completesPendingRefund && order.pendingRefund?.endsSubscription === true)
  const base = recordsPayment ? payment(order, status) : { ...NO_EFFECTS, status }
  return {
    ...base,
    startsSubscription: base.startsSubscription && !endsSubscription,
    takesCouponUse: base.takesCouponUse && !endsSubscription,
    givesBack: null,
    refundedNow,
    completesPendingRefund,
    endsSubscription,
  }
}

/**
 * What a report changes in an order; null when it changes nothing. Reports may arrive late, more than once and in any
 * order: a payment is posted once, refunds are posted after it, and the order ends in the same status as at the gateway
 * (docs/rules/money.md 4.1).
 */
export function orderChangeFor(order: OrderState, report: StatusReport): OrderChange | null {
  const { event } = report
  if (event === 'refund' || event === 'refund-part' || event === 'void') return refund(order, report)
  // A paid order changes only by refunds: any other report is outdated.
  if (order.paidAt !== null) return null
  const status = statusAfter(order.status, event)
  if (status === null) return null
  return event === 'pay' ? payment(order, status) : { ...NO_EFFECTS, status }
}

/** The result of a refund that is not final. */
export type PendingRefundResult = 'made' | 'not-made' | 'unknown'

/**
 * What a gateway's report says about a refund whose response was lost. An order reported as paid was not refunded; one
 * reported as partly refunded was not refunded in full. Paymob reports the refunded total, so its answer is exact. Fawry
 * does not: after an earlier partial refund, another partial refund cannot be distinguished, and staff must check it at the
 * gateway.
 */
function reportedResult(
  { amount, refundedAmount }: OrderState,
  pendingRefund: PendingRefund,
  report: StatusReport,
): PendingRefundResult {
  const totalIfMade = refundedAmount + pendingRefund.amount
  if (report.event === 'refund' || report.event === 'void') return 'made'
  if (report.event === 'pay') return 'not-made'
  if (report.event !== 'refund-part') return 'unknown'
  if (report.refundedTotal !== null) return report.refundedTotal >= totalIfMade ? 'made' : 'not-made'
  if (totalIfMade === amount) return 'not-made'
  return refundedAmount === 0 ? 'made' : 'unknown'
}

/**
 * Whether the pending refund was made, by the gateway's answer to it and its report of the order (docs/rules/money.md 5.4).
 * An accepted refund counts as made when the report agrees, as far as the report shows; until then it may still be in progress
 * at the gateway, and counts as neither made nor failed.
 */
export function pendingRefundResult(order: OrderState, report: StatusReport | null): PendingRefundResult {
  const { pendingRefund } = order
  if (!report || !pendingRefund) return 'unknown'
  const result = reportedResult(order, pendingRefund, report)
  if (!pendingRefund.isAccepted) return result
  if (result === 'not-made') return 'unknown'
  return report.event === 'refund-part' ? 'made' : result
}
