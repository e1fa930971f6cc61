import type { Instant } from '#domain/cairo'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { BookingFacts } from './facts.ts'
import type { WindowEnd } from './offer.ts'

/** Until when lessons can be booked, and when later times open. */
export function useWindowEndText(): (windowEnd: WindowEnd, facts: BookingFacts, now: Instant) => string {
  const t = useMessages(booking)
  const format = useFormat()
  return ({ at, opens, type }, { subscription }, now) =>
    t(`day.outsideHint.${type}`, {
      end: format.nearMoment(at, now),
      opens: format.nearMoment(opens, now),
      count: subscription?.bookingWeeks ?? 1,
    })
}
