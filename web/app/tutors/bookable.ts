import type { Subscription } from '#contract/subscriptions'
import { type Instant, minutes } from '#domain/cairo'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import { bookingWindow, endsInPause, endsInside } from '#domain/subscriptions/minutes'
import { termOf } from '../../shared/plans/renewal.ts'

type Term = Pick<
  Subscription,
  'period' | 'start' | 'end' | 'terminatedAt' | 'bookingWeeks' | 'pausedFrom' | 'pausedUntil'
>

/**
 * Whether somebody with this subscription, and perhaps one that begins later, may choose a time (docs/rules/tutors.md 2.18):
 * the shortest lesson must end in a week that can be booked and is not paused. Without a subscription every time.
 */
export function bookableWith(
  subscription: Term | null,
  waiting: Term | null,
  now: Instant,
): (start: Instant) => boolean {
  if (!subscription) return () => true
  const term = termOf(subscription)
  const window = bookingWindow(term, waiting && termOf(waiting), now)
  return (at) => {
    const end = at + minutes(SHORTEST_LESSON)
    return endsInside(window, end) && !endsInPause(term, end)
  }
}
