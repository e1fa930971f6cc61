import { type Instant, minutes } from '../cairo.ts'
import type { Provider } from './methods.ts'
import type { TransactionEvent } from './transaction.ts'

/** How often an order that is not paid is asked about (docs/rules/money.md 4.5). */
export const UNPAID_ORDER_CHECK_INTERVAL = minutes(10)
/** A payment in the last minute before the end of an order's time is reported later. */
export const EXPIRY_GRACE = minutes(15)

/** Whether money came in by an attempt of which its provider reports this, whatever became of the money since. */
export const isPayment = (event: TransactionEvent): boolean =>
  event === 'pay' || event === 'refund' || event === 'refund-part' || event === 'void'

/**
 * The attempt by which an order was paid, of all attempts at it, the oldest first: the first one whose money has not all gone back,
 * or else the first one that was paid at all (docs/rules/money.md 7.8); null where none was.
 */
export const payingAttempt = <Attempt extends { event: TransactionEvent }>(
  attempts: readonly Attempt[],
): Attempt | null =>
  attempts.find(({ event }) => event === 'pay' || event === 'refund-part') ??
  attempts.find(({ event }) => isPayment(event)) ??
  null

/** An order that has ended with us, unpaid. */
type EndedOrder = {
  provider: Provider
  /** Whether a page of Paymob's was opened for it. */
  hasPage: boolean
  /** Until when it can be paid; null where nobody knows. */
  expiresAt: Instant | null
  /** What its provider says of it now; null where it knows no attempt. */
  reported: TransactionEvent | null
}

/**
 * When an order that has just been asked about is asked about again, null for never (docs/rules/money.md 4.5). Paymob cannot close its
 * page, on which an attempt may be paid after another one was refused, and whatever the order has become with us. Fawry cancels
 * what the product asks it to cancel; what was refused there has its number until its time is over.
 */
export function nextLookAtEnded({ provider, hasPage, expiresAt, reported }: EndedOrder, now: Instant): Instant | null {
  const isPayable = provider === 'paymob' ? hasPage : reported === 'refuse'
  const isInTime = expiresAt !== null && expiresAt + EXPIRY_GRACE > now
  const isUndecided = provider === 'paymob' && reported === 'accept'
  return (isPayable && isInTime) || isUndecided ? now + UNPAID_ORDER_CHECK_INTERVAL : null
}
