import { type Instant, localTime, plusDays } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'
import type { BookingFacts } from './facts.ts'
import { type Blocked, blockedBy, offersOf, type WindowEnd, windowEndOf } from './offer.ts'

/** Whether a lesson can be booked at the same time a week later, and if not, why. */
export type SameTime =
  /** It can be booked now. */
  | { type: 'open'; time: OfferedTime }
  /** The tutor is free, but the student's minutes of that week come with `opens`. `sooner`: that hour of an earlier day. */
  | { type: 'not-yet'; start: Instant; opens: WindowEnd; sooner: OfferedTime | null }
  /** The minutes of that week do not suffice. */
  | { type: 'short'; start: Instant; sooner: OfferedTime | null }
  /** The tutor is not free then. */
  | { type: 'taken'; start: Instant; sooner: OfferedTime | null }
  /** Nothing can be booked now, at any time. */
  | { type: 'blocked'; blocked: Blocked }

type LessonTime = { start: Instant; duration: LessonDuration }

const isSameHour = (one: Instant, other: Instant): boolean => {
  const [first, second] = [localTime(one), localTime(other)]
  return first.hour === second.hour && first.minute === second.minute
}

/** The same wall time in Cairo a week after a lesson, judged by the rule of bookings (docs/rules/lessons.md 2.1). */
export function sameTimeNextWeek(facts: BookingFacts, { start, duration }: LessonTime, now: Instant): SameTime {
  const offers = offersOf(facts, now)
  const nextWeek = plusDays(start, 7)
  const offer = offers.find((one) => one.duration === duration)
  const open = offer?.open ?? []
  const exact = open.find((time) => time.start === nextWeek)
  if (exact) return { type: 'open', time: exact }
  const blocked = blockedBy(facts, offers, now)
  if (blocked && blocked.type !== 'week' && blocked.type !== 'time') return { type: 'blocked', blocked }
  if (offer?.paused.some((time) => time.start === nextWeek) && facts.subscription?.pausedUntil != null)
    return { type: 'blocked', blocked: { type: 'paused', until: facts.subscription.pausedUntil } }
  const sooner = open.find((time) => isSameHour(time.start, start)) ?? null
  const opens = windowEndOf(facts, now)
  const has = (times: OfferedTime[] = []) => times.some((time) => time.start === nextWeek)
  if (has(offer?.later) && opens) return { type: 'not-yet', start: nextWeek, opens, sooner }
  return { type: has(offer?.short) ? 'short' : 'taken', start: nextWeek, sooner }
}
