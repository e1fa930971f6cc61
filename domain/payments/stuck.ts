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

/** The sweep runs every ten minutes: what is still open after this has failed in three runs. */
export const SWEEP_OVERDUE = minutes(30)
/** A refund that failed is listed for so long, unless the order has another one. */
export const FAILED_REFUND_LISTED = hours(14 * 24)
/** The sweep cancels orders without an answer for so long. */
export const UNANSWERED_WATCH = hours(48)

/** The failure code of an order whose submission got no response: the sweep cancels it at the gateway, should it exist. */
export const NO_ANSWER = 'no-answer'
