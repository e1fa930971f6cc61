import type { Subscription } from '#contract/subscriptions'
import { fromIso, type Instant, minutes } from '#domain/cairo'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import { bookingWindow, endsInside } from '#domain/subscriptions/minutes'

/**
 * Whether somebody with this subscription may choose a time (docs/rules/tutors.md 2.18): the shortest lesson must end in a
 * week that can be booked. Without a subscription every time.
 */
export function bookableWith(
  subscription: Pick<Subscription, 'period' | 'start' | 'end' | 'bookingWeeks'> | null,
  now: Instant,
): (start: Instant) => boolean {
  if (!subscription) return () => true
  const { period, start, end, bookingWeeks } = subscription
  const window = bookingWindow({ period, start: fromIso(start), end: fromIso(end), bookingWeeks }, now)
  return (at) => endsInside(window, at + minutes(SHORTEST_LESSON))
}
