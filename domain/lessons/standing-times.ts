import { PATTERN_DAYS } from '../availability/pattern.ts'
import {
  addDays,
  days,
  hours,
  type Instant,
  instantAtMinute,
  instantsAt,
  type LocalDay,
  localDay,
  MINUTES_A_DAY,
  minutes,
  plusDays,
  type TimeRange,
  weekdayOf,
} from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { type Guarded, whyNotGuarded } from '../students/guardians.ts'
import { isCurrent, type SubscriptionTerm } from '../subscriptions/current.ts'
import { type MinutesOwner, minutesWeekOf } from '../subscriptions/minutes.ts'
import { isPaidPeriod } from '../subscriptions/periods.ts'
import { isLessonDuration } from './durations.ts'

/** `lapsed`: nobody answered in time. `ended` has an end, until which its weeks stay. */
export const standingStates = ['asked', 'accepted', 'declined', 'lapsed', 'ended'] as const
export type StandingState = (typeof standingStates)[number]

/** `off`: nothing is reserved in this week. */
export const weekStates = ['reserved', 'booked', 'off'] as const

/**
 * Why nothing is reserved in a week: the tutor has no slot, or something else, at that time; clocks skip it; the student has
 * no plan, too few minutes, as many upcoming lessons as the plan allows, or another lesson then; the plan pauses; the standing
 * time has ended; or it could not be booked for another reason.
 */
export const whysOff = [
  'no-slot',
  'taken',
  'no-hour',
  'no-plan',
  'no-minutes',
  'limit',
  'conflict',
  'paused',
  'ended',
  'missed',
] as const
export type WhyOff = (typeof whysOff)[number]

/** The standing times that a student may have, those that wait for an answer included (docs/rules/lessons.md 15.2). */
export const MAX_STANDING_TIMES = 3

/** How long a tutor can accept (docs/rules/lessons.md 15.3). */
export const REQUEST_MS = days(3)

/** How many days ahead weeks are reserved, today included: as many as patterns open slots (docs/rules/lessons.md 15.4). */
export const RESERVED_DAYS = PATTERN_DAYS

/** How long before its start a week is given up that cannot be booked (docs/rules/lessons.md 15.7). */
export const LAST_CALL = hours(24)

/** How near a week is of which the student is told that its tutor has no time (docs/rules/lessons.md 15.5). */
export const TOLD_DAYS = 7

/** In how many days a standing time ends that one of the two ends (docs/rules/lessons.md 15.9). */
export const NOTICE_DAYS = 7

/** For how long a standing time waits for a new plan (docs/rules/lessons.md 15.10). */
export const WITHOUT_PLAN = days(14)

/** A weekly time by Cairo's clock: 0 for Sunday to 6 for Saturday, minutes after midnight, and minutes. */
export type WeeklyTime = { weekday: number; minute: number; duration: number }

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

const minuteOfWeek = ({ weekday, minute }: WeeklyTime) => weekday * MINUTES_A_DAY + minute

/** Whether two weekly times overlap, also across the end of the week. */
export function overlapWeekly(one: WeeklyTime, other: WeeklyTime): boolean {
  const ahead = (minuteOfWeek(other) - minuteOfWeek(one) + MINUTES_A_WEEK) % MINUTES_A_WEEK
  return ahead < one.duration || MINUTES_A_WEEK - ahead < other.duration
}

/** On the quarter hour, for 15 or 30 minutes (docs/rules/lessons.md 1.1, 15.1). */
export const whyNotWeeklyTime = ({ weekday, minute, duration }: WeeklyTime): ErrorCode | null =>
  Number.isInteger(weekday) &&
  weekday >= 0 &&
  weekday <= 6 &&
  Number.isInteger(minute / 15) &&
  minute >= 0 &&
  minute < MINUTES_A_DAY &&
  isLessonDuration(duration)
    ? null
    : 'bad-request'

type Plan = SubscriptionTerm & { standingTimes: boolean; weeklyMinutes: number }

export type StandingRequest = {
  student: Guarded
  time: WeeklyTime
  /** The running subscription of the student. */
  subscription: Plan | null
  /** What the student has asked for and has been accepted. */
  own: readonly WeeklyTime[]
  /** What others have with the tutor. */
  taken: readonly WeeklyTime[]
  now: Instant
}

/** Why a student may not ask for a standing time; null when they may (docs/rules/lessons.md 15.1, 15.2). */
export function whyNotAsked({ student, time, subscription, own, taken, now }: StandingRequest): ErrorCode | null {
  const refusal = whyNotWeeklyTime(time) ?? whyNotGuarded(student, now)
  if (refusal) return refusal
  if (!subscription || !isPaidPeriod(subscription.period) || !isCurrent(subscription, now))
    return 'subscription-required'
  if (!subscription.standingTimes) return 'standing-times-not-included'
  if (own.length >= MAX_STANDING_TIMES) return 'standing-limit-reached'
  const weekly = own.reduce((sum, { duration }) => sum + duration, time.duration)
  if (weekly > subscription.weeklyMinutes) return 'no-enough-minutes'
  if (own.some((one) => overlapWeekly(one, time))) return 'conflicting-lessons'
  return taken.some((one) => overlapWeekly(one, time)) ? 'standing-time-taken' : null
}

/** Whether a tutor can still answer a request (docs/rules/lessons.md 15.3). */
export const isAsked = ({ state, askedUntil }: { state: StandingState; askedUntil: Instant }, now: Instant): boolean =>
  state === 'asked' && now < askedUntil

/** One week of a standing time; `exists` is false in the hour that the spring change skips. */
export type Occurrence = TimeRange & { day: LocalDay; exists: boolean }

/** The week on this day: its hour on the clock, the first where autumn repeats it (docs/rules/lessons.md 15.4). */
export function occurrenceOn(day: LocalDay, { minute, duration }: WeeklyTime): Occurrence {
  const [at] = instantsAt(day, Math.floor(minute / 60), minute % 60)
  const start = at ?? instantAtMinute(day, minute)
  return { day, start, end: start + minutes(duration), exists: at !== undefined }
}

/** The last day up to which weeks are stored. */
export const lastReservedDay = (now: Instant): LocalDay => addDays(localDay(now), RESERVED_DAYS - 1)

/** The weeks that are to be stored now: those to come within four weeks, after the last day that is stored already. */
export function occurrencesAfter(reservedTo: LocalDay, time: WeeklyTime, now: Instant): Occurrence[] {
  const today = localDay(now)
  return Array.from({ length: RESERVED_DAYS }, (_, index) => addDays(today, index))
    .filter((day) => day > reservedTo && weekdayOf(day) === time.weekday)
    .map((day) => occurrenceOn(day, time))
    .filter(({ start }) => start > now)
}

/** From when on a standing time that is ended now keeps no time: the coming week stays (docs/rules/lessons.md 15.9). */
export const endAfterNotice = (now: Instant): Instant => plusDays(now, NOTICE_DAYS)

/**
 * How a student stands towards a lesson: its minutes week has begun, it begins later, or no plan that allows standing times
 * covers it (docs/rules/lessons.md 15.6, 15.7).
 */
export function standingOf(plans: readonly Plan[], { start, end }: TimeRange, now: Instant) {
  const owner = plans.find(
    (plan) =>
      plan.standingTimes &&
      isPaidPeriod(plan.period) &&
      plan.terminatedAt === null &&
      plan.start < end &&
      end <= plan.end,
  )
  if (!owner) return 'no-plan'
  return hasBegun(owner, { start, end }, now) ? 'begun' : 'later'
}

/** Whether the minutes week of a lesson has begun; one that ends when a week does belongs to that week. */
export const hasBegun = (plan: MinutesOwner, { start, end }: TimeRange, now: Instant): boolean =>
  Math.max(minutesWeekOf(plan, Math.max(start, end - 1)).start, plan.start) <= now

const WHY_OF_REFUSAL: Partial<Record<ErrorCode, WhyOff>> = {
  'subscription-required': 'no-plan',
  'no-enough-minutes': 'no-minutes',
  'week-boundaries-violation': 'no-plan',
  'reached-booking-limit': 'limit',
  'conflicting-lessons': 'conflict',
  'subscription-paused': 'paused',
  'slot-not-found': 'no-slot',
  'tutor-not-found': 'no-slot',
  'busy-tutor': 'taken',
  'time-held': 'taken',
}

/** What the refusal of a booking makes of a week that is given up. */
export const whyOfRefusal = (refusal: ErrorCode): WhyOff => WHY_OF_REFUSAL[refusal] ?? 'missed'

/** Whom the message of a week that is off is for; of an end people are told by itself (docs/rules/lessons.md 15.8). */
export const TOLD_OF: Record<WhyOff, readonly ('student' | 'tutor')[]> = {
  'no-slot': ['student'],
  taken: ['student'],
  'no-hour': ['student'],
  'no-plan': ['student', 'tutor'],
  'no-minutes': ['student', 'tutor'],
  limit: ['student', 'tutor'],
  conflict: ['student', 'tutor'],
  paused: ['tutor'],
  ended: [],
  missed: ['student', 'tutor'],
}

/** Weeks that may be reserved after all, as when the tutor opens a slot or a pause ends (docs/rules/lessons.md 15.5, 15.11). */
export const MAY_RETURN = ['no-slot', 'taken', 'paused'] as const satisfies readonly WhyOff[]
