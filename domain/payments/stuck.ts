import { hours, minutes } from '../cairo.ts'

/** Why an order needs staff: the payment sweep has not been able to settle it (docs/rules/staff.md 2.2). */
export const paymentTroubles = [
  'notification-unprocessed',
  'order-unchecked',
  'order-unanswered',
  'refund-unanswered',
  'refund-failed',
  'order-differs',
] as const
export type PaymentTrouble = (typeof paymentTroubles)[number]

/** The sweep runs every ten minutes: what is still open after this time has failed in three runs. */
export const SWEEP_OVERDUE = minutes(30)
/** How long a failed refund is listed, unless the order has another one. */
export const FAILED_REFUND_LISTED = hours(14 * 24)
/** How long the sweep cancels orders that got no answer. */
export const UNANSWERED_WATCH = hours(48)

/**
 * The failure code of an order whose submission got no response: the sweep cancels it at the gateway, in case it exists
 * there.
 */
export const NO_ANSWER = 'no-answer'
