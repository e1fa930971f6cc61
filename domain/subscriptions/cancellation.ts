import type { Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import type { Piastres } from '#domain/money'

/** A lesson of the student, cancelled or not; the price is the tutor's share. */
export type TakenLesson = { start: Instant; price: Piastres; canceledAt: Instant | null }

export type PaidOrder = { amount: Piastres; refundedAmount: Piastres }

/** The lessons that a subscription paid for: begun since it did, up to now, and not cancelled. */
export const lessonsTaken = <L extends TakenLesson>(
  subscriptionStart: Instant,
  lessons: readonly L[],
  now: Instant,
): L[] => lessons.filter(({ start, canceledAt }) => canceledAt === null && start >= subscriptionStart && start <= now)

/**
 * What cancelling a subscription gives back: what was paid, less what was refunded before, less the price of the
 * lessons that have begun since the subscription did and were not cancelled; never below zero
 * (docs/rules/minutes.md 3.6; lessons of earlier subscriptions do not count).
 */
export function refundOnCancel(
  { amount, refundedAmount }: PaidOrder,
  subscriptionStart: Instant,
  lessons: readonly TakenLesson[],
  now: Instant,
): Piastres {
  const taken = lessonsTaken(subscriptionStart, lessons, now).reduce((sum, { price }) => sum + price, 0)
  return Math.max(0, amount - refundedAmount - taken)
}

/** Lessons that cost as much as was paid leave nothing to refund: the subscription then runs to its end. */
export const whyNotCancellable = (refund: Piastres): ErrorCode | null =>
  refund > 0 ? null : 'subscription-uncancellable'
