import type { Subscription } from '#contract/subscriptions'
import { fromIso, hours, type Instant, minutes } from '#domain/cairo'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'

type Paid = Pick<Subscription, 'period' | 'start' | 'end'>

/** The server may be a moment behind what this page takes for its time. */
const AT_LEAST = minutes(0.25)
/** Timers cannot be set for much longer than three weeks; this is well below. */
const AT_MOST = hours(24)

/**
 * How many milliseconds the minutes that were read stay true by the clock alone: until their week turns, or the plan
 * ends. False where no week turns: without a plan, and in the free trial.
 */
export function minutesStayTrueFor(subscription: Paid | null, now: Instant): number | false {
  if (!subscription || subscription.period === PlanPeriod.FreeTrial) return false
  const { period, start, end } = subscription
  const week = minutesWeekOf({ period, start: fromIso(start), end: fromIso(end) }, now)
  return Math.min(AT_MOST, Math.max(AT_LEAST, week.end - now))
}
