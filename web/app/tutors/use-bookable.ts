import type { Instant } from '#domain/cairo'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { bookableWith } from './bookable.ts'

/** Whether the reader may choose a time (docs/rules/tutors.md 2.18); every time until their subscription is known. */
export function useIsBookable(now: Instant): (start: Instant) => boolean {
  const { info = null, waiting = null } = useOwnSubscription().data ?? {}
  return bookableWith(info, waiting, now)
}
