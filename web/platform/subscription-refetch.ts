import type { Subscription } from '#contract/subscriptions'
import { fromIso, hours, type Instant, minutes } from '#domain/cairo'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'

type Paid = Pick<Subscription, 'period' | 'start' | 'end'>

/** The page's estimate of the server's time may be ahead: at the turn itself the server could still answer with the old week. */
const AT_LEAST = minutes(0.25)
/** A timer for more than 2^31 ms (24.8 days) fires at once. */
const AT_MOST = hours(24)

/**
 * After how many milliseconds a subscription has to be fetched again because of the clock alone: its minutes are true until
 * their week turns or the plan ends. False where no week turns: without a plan, and in the free trial.
 */
export function subscriptionRefetchInterval(subscription: Paid | null, now: Instant): number | false {
  if (!subscription || subscription.period === PlanPeriod.FreeTrial) return false
  const { period, start, end } = subscription
  const week = minutesWeekOf({ period, start: fromIso(start), end: fromIso(end) }, now)
  return Math.min(AT_MOST, Math.max(AT_LEAST, week.end - now))
}
