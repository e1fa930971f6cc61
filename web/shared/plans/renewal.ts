import type { Subscription } from '#contract/subscriptions'
import { fromIso, type Instant } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { openingOf, renewableFrom } from '#domain/subscriptions/renewal'

/** A subscription with its times as instants, as the rules take it. */
export const termOf = <S extends Pick<Subscription, 'start' | 'end' | 'terminatedAt' | 'pausedFrom' | 'pausedUntil'>>(
  subscription: S,
) => ({
  ...subscription,
  start: fromIso(subscription.start),
  end: fromIso(subscription.end),
  pausedFrom: subscription.pausedFrom === null ? null : fromIso(subscription.pausedFrom),
  pausedUntil: subscription.pausedUntil === null ? null : fromIso(subscription.pausedUntil),
  terminatedAt: subscription.terminatedAt === null ? null : fromIso(subscription.terminatedAt),
})

/**
 * What is known of the period after a plan (docs/rules/minutes.md 6.1 to 6.3): it is paid and begins then, it can be paid and begins
 * then, or it can be paid later.
 */
export type Renewal =
  | { state: 'paid'; next: Subscription; begins: Instant }
  | { state: 'open'; running: Subscription; begins: Instant }
  | { state: 'later'; running: Subscription; from: Instant }

/** Null without a plan, and in the free trial. */
export function renewalOf(
  { info, waiting }: { info: Subscription | null; waiting: Subscription | null },
  now: Instant,
): Renewal | null {
  if (waiting) return { state: 'paid', next: waiting, begins: fromIso(waiting.start) }
  if (!info || info.period === PlanPeriod.FreeTrial) return null
  const running = termOf(info)
  const opening = openingOf([running], now, now)
  if (opening === null) return { state: 'later', running: info, from: renewableFrom(running.end) }
  // Over, although the answer that says so has not arrived.
  return opening.follows === null ? null : { state: 'open', running: info, begins: opening.start }
}
