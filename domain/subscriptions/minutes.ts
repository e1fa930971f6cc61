import { type Instant, minutesWeek, plusDays, type TimeRange } from '../cairo.ts'
import { PlanPeriod } from './periods.ts'

/** One grant for life (docs/rules/minutes.md 5.1). */
export const FREE_TRIAL_MINUTES = 60

export type MinutesOwner = { period: PlanPeriod; start: Instant; end: Instant }
/** `start` is what the ledger knows the week by. */
export type MinutesWeek = TimeRange & { index: number }
/**
 * A line of the minutes ledger: a grant adds, a booking takes, a cancellation brings back (docs/rules/minutes.md 4.2).
 */
export type MinuteEntry = { week: Instant; minutes: number }

/**
 * The minutes week that an instant belongs to. It turns at 05:00 Cairo on the weekday of the start
 * (docs/rules/minutes.md 4.1). A subscription ends on the wall time at which it started, so its last week lasts until
 * then: a month is four grants, never a fifth for the rest of a day. The free trial is a single week as long as itself.
 */
export function minutesWeekOf({ period, start, end }: MinutesOwner, at: Instant): MinutesWeek {
  if (period === PlanPeriod.FreeTrial) return { index: 0, start, end }
  const last = Math.max(0, minutesWeek(start, end).index - 1)
  const week = minutesWeek(start, at)
  if (week.index < last) return week
  return { ...minutesWeek(start, plusDays(start, last * 7)), end }
}

/** What the week of an instant is granted, once: the key is the subscription and the week. */
export const grantOf = (subscription: MinutesOwner & { weeklyMinutes: number }, at: Instant): MinuteEntry => ({
  week: minutesWeekOf(subscription, at).start,
  minutes: subscription.weeklyMinutes,
})

/**
 * Where a lesson's end may fall: the current minutes week. The free trial has no weeks, so its window is the week that
 * would begin on the day of `now` (docs/rules/minutes.md 4.4).
 */
export function bookingWindow(subscription: MinutesOwner, now: Instant): TimeRange {
  const { start, end } =
    subscription.period === PlanPeriod.FreeTrial ? minutesWeek(now, now) : minutesWeekOf(subscription, now)
  return { start, end: Math.min(end, subscription.end) }
}

/** Both edges are inside (docs/rules/minutes.md 4.4). */
export const endsInside = (window: TimeRange, lessonEnd: Instant): boolean =>
  window.start <= lessonEnd && lessonEnd <= window.end
