import { daysBetween, type Instant, localDay, plusDays } from '../cairo.ts'
import type { SubscriptionTerm } from './current.ts'
import { isPaidPeriod } from './periods.ts'

/** From how many days before its end on the period after a plan can be paid (docs/rules/minutes.md 6.1). */
export const RENEWAL_DAYS = 10

/** The instant from which the next period can be paid: the wall time of the end in Cairo, ten days earlier. */
export const renewableFrom = (end: Instant): Instant => plusDays(end, -RENEWAL_DAYS)

/**
 * From when on an order may pay for the next period. One that was made before a pause begins counts from the end that the plan
 * had without it: its student may have paid at a counter what was right when it was ordered (docs/rules/minutes.md 10.5).
 */
function orderableFrom({ end, pausedFrom, pausedUntil }: SubscriptionTerm, orderedAt: Instant): Instant {
  if (pausedFrom == null || pausedUntil == null || orderedAt >= pausedFrom) return renewableFrom(end)
  return renewableFrom(plusDays(end, -daysBetween(localDay(pausedFrom), localDay(pausedUntil))))
}

/** Whether a subscription is paid and begins later (docs/rules/minutes.md 6.2). */
export const isWaiting = ({ start, terminatedAt }: Pick<SubscriptionTerm, 'start' | 'terminatedAt'>, now: Instant) =>
  terminatedAt === null && start > now

/** The subscription that begins later; a student has one at most. */
export const waitingOf = <S extends SubscriptionTerm>(subscriptions: readonly S[], now: Instant): S | null =>
  subscriptions.find((one) => isWaiting(one, now)) ?? null

/** When a bought period begins, and the plan that it follows without a gap; null when it begins at once. */
export type Opening<S> = { start: Instant; follows: S | null }

/**
 * What an order made at `orderedAt` opens when it is paid at `now`: a period that begins at once, or where the running plan
 * ends. Null where the student has a plan that it can neither replace nor follow: one that begins later, or one that at
 * `orderedAt` had more than ten days to run (docs/rules/minutes.md 6.1 to 6.3).
 */
export function openingOf<S extends SubscriptionTerm>(
  subscriptions: readonly S[],
  orderedAt: Instant,
  now: Instant,
): Opening<S> | null {
  const living = subscriptions.filter((one) => isPaidPeriod(one.period) && one.terminatedAt === null && one.end > now)
  const [running, ...others] = living
  if (!running) return { start: now, follows: null }
  if (others.length > 0 || isWaiting(running, now) || orderedAt < orderableFrom(running, orderedAt)) return null
  return { start: running.end, follows: running }
}
