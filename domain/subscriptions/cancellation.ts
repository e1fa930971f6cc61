import type { Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import type { Piastres } from '#domain/money'

/** A lesson of the student, cancelled or not. `price` is its `refundPrice` in piastres. */
export type TakenLesson = {
  start: Instant
  price: Piastres
  canceledAt: Instant | null
  /**
   * By the outcome of a lesson that has begun (docs/rules/lessons.md 10.3). Undefined: every lesson that was not cancelled
   * is charged.
   */
  isCharged?: boolean
}

export type PaidOrder = { amount: Piastres; refundedAmount: Piastres }

/**
 * The lessons that a cancellation charges: started between the subscription's start and `now`, with minutes that were not
 * returned.
 */
export const lessonsTaken = <L extends TakenLesson>(
  subscriptionStart: Instant,
  lessons: readonly L[],
  now: Instant,
): L[] =>
  lessons.filter(
    ({ start, canceledAt, isCharged = canceledAt === null }) => isCharged && start >= subscriptionStart && start <= now,
  )

/**
 * The refund of a cancelled subscription in piastres: the payment minus earlier refunds minus the price of the lessons of
 * `lessonsTaken`; never below zero (docs/rules/minutes.md 3.6). Lessons of earlier subscriptions do not count. `toppedUp`:
 * what was paid for minutes in addition to the plan's, which pays for lessons first (docs/rules/minutes.md 8.5).
 */
export function refundOnCancel(
  { amount, refundedAmount }: PaidOrder,
  subscriptionStart: Instant,
  lessons: readonly TakenLesson[],
  now: Instant,
  toppedUp: Piastres = 0,
): Piastres {
  const taken = lessonsTaken(subscriptionStart, lessons, now).reduce((sum, { price }) => sum + price, 0)
  return Math.max(0, amount - refundedAmount - Math.max(0, taken - toppedUp))
}

/** A subscription with nothing left to refund cannot be cancelled: it runs to its end. */
export const whyNotCancellable = (refund: Piastres): ErrorCode | null =>
  refund > 0 ? null : 'subscription-uncancellable'
