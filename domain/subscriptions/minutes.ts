import { hours, type Instant, minutesWeek, plusDays, type TimeRange } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { PlanPeriod } from './periods.ts'

/** Granted once, for the whole free trial (docs/rules/minutes.md 5.1). */
export const FREE_TRIAL_MINUTES = 60

/** The kinds of entries of the minutes ledger (docs/rules/minutes.md 4.2, 4.5, 7.1, 8.2). */
export const minuteEntryKinds = [
  'grant',
  'booking',
  'return',
  'adjustment',
  'carry-over',
  'top-up',
  'plan-change',
  'referral',
] as const
export type MinuteEntryKind = (typeof minuteEntryKinds)[number]

/** The latest pause of a plan, while it comes, lasts or is over, in whole minutes weeks (docs/rules/minutes.md 10.1). */
export type Pausing = { pausedFrom?: Instant | null | undefined; pausedUntil?: Instant | null | undefined }
export type MinutesOwner = { period: PlanPeriod; start: Instant; end: Instant } & Pausing
/** `start` identifies the week in the minutes ledger. */
export type MinutesWeek = TimeRange & { index: number }
/**
 * An entry of the minutes ledger: a grant adds minutes, a booking takes them, a cancellation returns them
 * (docs/rules/minutes.md 4.2).
 */
export type MinuteEntry = { week: Instant; minutes: number }

/**
 * The minutes week that contains an instant. Weeks begin at 05:00 in Cairo on the weekday of the subscription's start
 * (docs/rules/minutes.md 4.1). A subscription ends at the wall time at which it started, so its last week extends until
 * then: a month has four grants, never a fifth for the last hours. The free trial is a single week that lasts as long as
 * the trial.
 */
export function minutesWeekOf({ period, start, end }: MinutesOwner, at: Instant): MinutesWeek {
  if (period === PlanPeriod.FreeTrial) return { index: 0, start, end }
  const last = Math.max(0, minutesWeek(start, end).index - 1)
  const week = minutesWeek(start, at)
  if (week.index < last) return week
  return { ...minutesWeek(start, plusDays(start, last * 7)), end }
}

/**
 * The earliest start of a paid subscription's week that contains an instant: earlier entries need not be read. The last
 * week of three months is the longest, with 92 days minus eleven weeks, plus the hours since 05:00 and one for clock
 * changes.
 */
export const earliestPaidWeek = (at: Instant): Instant => at - hours(17 * 24)

/** Whether a minutes week that begins at this instant is paused (docs/rules/minutes.md 10.3). */
export const isPausedAt = ({ pausedFrom, pausedUntil }: Pausing, at: Instant): boolean =>
  pausedFrom != null && pausedUntil != null && pausedFrom <= at && at < pausedUntil

/** Whether a lesson that ends then lies in a paused week: as everywhere, the end of a week belongs to it. */
export const endsInPause = (subscription: Pausing, lessonEnd: Instant): boolean =>
  isPausedAt(subscription, lessonEnd - 1)

/** The grant of the week that contains an instant. Subscription and week are a unique key, so it is granted once. */
export const grantOf = (subscription: MinutesOwner & { weeklyMinutes: number }, at: Instant): MinuteEntry => ({
  week: minutesWeekOf(subscription, at).start,
  minutes: subscription.weeklyMinutes,
})

/**
 * How many lessons a subscription allows its student to have upcoming, and within how many minutes weeks, the current one
 * included (docs/rules/lessons.md 2.2). A plan, or for the free trial the settings, may allow more than the default.
 */
export type BookingAllowance = { maxUpcomingLessons: number; bookingWeeks: number }
export const DEFAULT_ALLOWANCE: BookingAllowance = { maxUpcomingLessons: 1, bookingWeeks: 1 }
export const LARGEST_ALLOWANCE: BookingAllowance = { maxUpcomingLessons: 8, bookingWeeks: 4 }

const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

/** From one lesson to eight. */
export const whyNotUpcomingLessons = (lessons: number): ErrorCode | null =>
  isWithin(lessons, LARGEST_ALLOWANCE.maxUpcomingLessons) ? null : 'bad-request'

/** From the current minutes week alone to four. */
export const whyNotBookingWeeks = (weeks: number): ErrorCode | null =>
  isWithin(weeks, LARGEST_ALLOWANCE.bookingWeeks) ? null : 'bad-request'

type BookingTerm = MinutesOwner & Pick<BookingAllowance, 'bookingWeeks'>

/** A minutes week with the subscription that it belongs to. */
export type OwnedWeek<S> = MinutesWeek & { owner: S }

/**
 * The minutes weeks that pay for lessons booked now, the current one first: as many as the subscription allows, until it
 * ends, or until the one ends that begins at that instant (`waiting`, docs/rules/minutes.md 6.4). The free trial has one.
 */
export function bookableWeeks<S extends BookingTerm>(
  subscription: S,
  waiting: S | null,
  now: Instant,
): [OwnedWeek<S>, ...OwnedWeek<S>[]] {
  const weeks: [OwnedWeek<S>, ...OwnedWeek<S>[]] = [{ ...minutesWeekOf(subscription, now), owner: subscription }]
  const next = waiting?.start === subscription.end ? waiting : null
  const last = next?.end ?? subscription.end
  let { end } = weeks[0]
  while (weeks.length < subscription.bookingWeeks && end < last) {
    const owner = end >= subscription.end && next !== null ? next : subscription
    const week = { ...minutesWeekOf(owner, end), owner }
    weeks.push(week)
    end = week.end
  }
  return weeks
}

/**
 * The range in which a booked lesson must end: the bookable weeks. The free trial has no weeks, so its range begins as the
 * week that would begin on the day of `now` (docs/rules/minutes.md 4.4).
 */
export function bookingWindow(subscription: BookingTerm, waiting: BookingTerm | null, now: Instant): TimeRange {
  if (subscription.period === PlanPeriod.FreeTrial) {
    const { start } = minutesWeek(now, now)
    return { start, end: Math.min(plusDays(start, subscription.bookingWeeks * 7), subscription.end) }
  }
  const weeks = bookableWeeks(subscription, waiting, now)
  return { start: weeks[0].start, end: weeks.at(-1)?.end ?? weeks[0].end }
}

/** Both ends of the window are inclusive (docs/rules/minutes.md 4.4). */
export const endsInside = (window: TimeRange, lessonEnd: Instant): boolean =>
  window.start <= lessonEnd && lessonEnd <= window.end

/**
 * The one of consecutive weeks that pays for a lesson: the one in which it ends, a lesson that ends when a week does
 * belonging to that week. For a lesson after all of them the last one.
 */
export const payingWeek = <W extends TimeRange>(weeks: readonly W[], lessonEnd: Instant): W | undefined =>
  weeks.find(({ end }) => lessonEnd <= end) ?? weeks.at(-1)
