import type { Subscription } from '#contract/subscriptions'
import { fromIso, hours, type Instant, minutes } from '#domain/cairo'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'

type Paid = Pick<Subscription, 'period' | 'start' | 'end'>

/** The estimate of the server's time may be ahead: at the change itself the server could still answer with the old week. */
const AT_LEAST = minutes(0.25)
/** A timer for more than 2^31 ms (24.8 days) fires immediately. */
const AT_MOST = hours(24)

/**
 * After how many milliseconds a subscription must be fetched again because time has passed: its minutes are valid until
 * their week or the plan ends, and one that waits begins then or, where none runs any more, at its start. False without a
 * plan, and in the free trial, which has no weeks.
 */
export function subscriptionRefetchInterval(
  subscription: Paid | null,
  waiting: Paid | null,
  now: Instant,
): number | false {
  const within = (until: Instant) => Math.min(AT_MOST, Math.max(AT_LEAST, until - now))
  if (!subscription || subscription.period === PlanPeriod.FreeTrial)
    return waiting ? within(fromIso(waiting.start)) : false
  const { period, start, end } = subscription
  return within(minutesWeekOf({ period, start: fromIso(start), end: fromIso(end) }, now).end)
}
