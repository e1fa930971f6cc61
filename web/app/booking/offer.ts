import type { Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import { LESSON_DURATIONS, type LessonDuration } from '#domain/lessons/durations'
import { bookingWindow } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { type OfferedTime, offeredTimes } from '../../shared/tutors/offered-times.ts'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import { type BookingFacts, movingLesson, spendableWeeks, whyNoTime, whyNotAtTime } from './facts.ts'

/**
 * The times of one lesson duration: those that can be booked now, those after the weeks that can be booked, those of a
 * week whose minutes do not suffice, and those of a week that is paused. `isShort`: the minutes of no week suffice.
 */
export type DurationOffer = {
  duration: LessonDuration
  isShort: boolean
  open: OfferedTime[]
  later: OfferedTime[]
  short: OfferedTime[]
  paused: OfferedTime[]
}

/**
 * Until when lessons can be booked, and why: until the minutes renew, for some weeks, for the trial's days, or until the
 * subscription ends. At `opens` later times can be booked.
 */
export type WindowEnd = {
  at: Instant
  opens: Instant
  type: 'renewal' | 'weeks' | 'trial-horizon' | 'subscription-end'
}

/** Why no time can be chosen, with the data that the screen shows instead. */
export type Blocked =
  | { type: 'role' | 'email' | 'guardian' | 'tutor' | 'subscription' | 'trial' | 'passed' | 'time' }
  | { type: 'paused'; until: Instant }
  | { type: 'minutes'; windowEnd: WindowEnd }
  | { type: 'upcoming'; lesson: LessonView; count: number }
  | { type: 'week'; windowEnd: WindowEnd; nearest: OfferedTime }

export function windowEndOf({ subscription, waiting, weeks }: BookingFacts, now: Instant): WindowEnd | null {
  if (!subscription) return null
  const { end: at } = bookingWindow(subscription, waiting, now)
  const end = waiting?.start === subscription.end ? waiting.end : subscription.end
  if (at === end) return { at, opens: at, type: 'subscription-end' }
  if (subscription.period === PlanPeriod.FreeTrial) return { at, opens: at, type: 'trial-horizon' }
  return subscription.bookingWeeks > 1
    ? { at, opens: weeks[0]?.end ?? at, type: 'weeks' }
    : { at, opens: at, type: 'renewal' }
}

function offerOf(facts: BookingFacts, duration: LessonDuration, now: Instant): DurationOffer {
  const own = movingLesson(facts) ?? undefined
  const isShort = spendableWeeks(facts).every(({ remainingMinutes }) => remainingMinutes < duration)
  const offer: DurationOffer = { duration, isShort, open: [], later: [], short: [], paused: [] }
  for (const time of offeredTimes(facts.answer, { duration, notice: facts.tutor?.notice ?? 0, own }, now)) {
    const refusal = whyNotAtTime(facts, { ...time, duration }, now)
    if (refusal === null) offer.open.push(time)
    else if (refusal === 'week-boundaries-violation') offer.later.push(time)
    else if (refusal === 'no-enough-minutes') offer.short.push(time)
    else if (refusal === 'subscription-paused') offer.paused.push(time)
  }
  return offer
}

/** One offer a duration, the shorter lesson first. */
export const offersOf = (facts: BookingFacts, now: Instant): DurationOffer[] =>
  LESSON_DURATIONS.map((duration) => offerOf(facts, duration, now))

const pausedIn = ({ subscription }: BookingFacts): Blocked =>
  subscription?.pausedUntil == null ? { type: 'time' } : { type: 'paused', until: subscription.pausedUntil }

function blockedByRule(refusal: ErrorCode, facts: BookingFacts, windowEnd: WindowEnd | null): Blocked {
  const [next] = facts.upcoming
  if (refusal === 'reached-booking-limit' && next)
    return { type: 'upcoming', lesson: next, count: facts.upcoming.length }
  if (refusal === 'no-enough-minutes')
    return !windowEnd || facts.subscription?.period === PlanPeriod.FreeTrial
      ? { type: 'trial' }
      : { type: 'minutes', windowEnd }
  if (refusal === 'guardian-required') return { type: 'guardian' }
  if (refusal === 'subscription-required') return { type: 'subscription' }
  if (refusal === 'subscription-paused') return pausedIn(facts)
  if (refusal === 'lesson-time-passed') return { type: 'passed' }
  if (refusal === 'tutor-not-found') return { type: 'tutor' }
  return facts.me.verifiedEmail ? { type: 'role' } : { type: 'email' }
}

/** Why no time can be chosen at all; null when one can. */
export function blockedBy(facts: BookingFacts, offers: readonly DurationOffer[], now: Instant): Blocked | null {
  const windowEnd = windowEndOf(facts, now)
  const refusal = whyNoTime(facts, now)
  if (refusal) return blockedByRule(refusal, facts, windowEnd)
  if (offers.some(({ open }) => open.length > 0)) return null
  if (offers.some(({ paused }) => paused.length > 0)) return pausedIn(facts)
  const nearest = offers.flatMap(({ later }) => later).sort((one, other) => one.start - other.start)[0]
  return nearest && windowEnd ? { type: 'week', windowEnd, nearest } : { type: 'time' }
}

/** The duration chosen first: that of the lesson that is moved, else the longest one with a free time. */
export function startingOffer(offers: readonly DurationOffer[], facts: BookingFacts): DurationOffer | undefined {
  const fitting = offers.filter(({ open }) => open.length > 0)
  return fitting.find(({ duration }) => duration === movingLesson(facts)?.duration) ?? fitting.at(-1)
}
