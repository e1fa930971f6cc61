import type { Subscription } from '#contract/subscriptions'
import { type Instant, minutes } from '#domain/cairo'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import { bookingWindow, endsInside } from '#domain/subscriptions/minutes'
import { termOf } from '../../shared/plans/renewal.ts'

type Term = Pick<Subscription, 'period' | 'start' | 'end' | 'terminatedAt' | 'bookingWeeks'>

/**
 * Whether somebody with this subscription, and perhaps one that begins later, may choose a time (docs/rules/tutors.md 2.18):
 * the shortest lesson must end in a week that can be booked. Without a subscription every time.
 */
export function bookableWith(
  subscription: Term | null,
  waiting: Term | null,
  now: Instant,
): (start: Instant) => boolean {
  if (!subscription) return () => true
  const window = bookingWindow(termOf(subscription), waiting && termOf(waiting), now)
  return (at) => endsInside(window, at + minutes(SHORTEST_LESSON))
}
