import { admits, SlotPurpose } from '../availability/purposes.ts'
import { type Instant, isOnQuarter, overlaps, type TimeRange } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import { isStudent, isTutorSide, type Role } from '../roles.ts'
import { type Guarded, whyNotGuarded } from '../students/guardians.ts'
import { isCurrent, type SubscriptionTerm } from '../subscriptions/current.ts'
import { type BookingAllowance, bookingWindow, endsInPause, endsInside, payingWeek } from '../subscriptions/minutes.ts'
import { isLessonDuration, rangeOf, SHORTEST_LESSON } from './durations.ts'
import { isHeld } from './holds.ts'
import { earliestStart, isFree, type LessonSlot } from './slots.ts'
import { isUpcoming, type Lesson } from './states.ts'

/** A minutes week and what remains of it. */
export type WeekMinutes = TimeRange & { remainingMinutes: number }
/**
 * What a student can pay with: the subscription of `currentOf`, the one of `waitingOf`, and the bookable weeks, the current
 * one first.
 */
export type MinutesBudget = {
  subscription: (SubscriptionTerm & BookingAllowance) | null
  waiting: (SubscriptionTerm & BookingAllowance) | null
  weeks: readonly WeekMinutes[]
}
/** The requested time of a lesson; `duration` in minutes. */
export type LessonTime = { start: Instant; duration: number }
export type OwnedSlot = LessonSlot & { userId: number }

/** The student and the tutor of a booking: everything known before a time is chosen. */
export type Booker = MinutesBudget & {
  student: { role: Role; verifiedEmail: boolean } & Guarded
  /** `isOnboarded` comes from `domain/tutors/onboarded.ts`; `notice` is in minutes. */
  tutor: { id: number; role: Role; isOnboarded: boolean; notice: number } | null
  /** The student's booked lessons that have not ended; others among them do not count. */
  upcomingLessons: readonly Pick<Lesson, 'start' | 'duration' | 'canceledAt'>[]
  now: Instant
}

/** Plain data, so that the web app evaluates the same rule. The busy ranges may extend beyond the slot. */
export type BookingRequest = Booker &
  LessonTime & {
    slot: OwnedSlot | null
    tutorBusy: readonly TimeRange[]
    studentBusy: readonly TimeRange[]
    /** What is held for others, by `heldByOthers`. */
    heldByOthers: readonly TimeRange[]
  }

/** A lesson lasts 15 or 30 minutes and starts on a quarter hour (docs/rules/lessons.md 1.1). */
export const whyNotLessonTime = ({ start, duration }: LessonTime): ErrorCode | null =>
  isLessonDuration(duration) && isOnQuarter(start) ? null : 'bad-request'

/** A lesson starts in the future and at least the tutor's notice (minutes) ahead; exactly at the notice is allowed. */
export const whyNotEarlyEnough = (start: Instant, now: Instant, notice: number): ErrorCode | null =>
  start < now || start < earliestStart(now, notice) ? 'bad-request' : null

/** Whether the week of the lesson's end has `neededMinutes` left and may be booked (docs/rules/lessons.md 2.1). */
export function whyNotAffordable(
  budget: MinutesBudget,
  neededMinutes: number,
  end: Instant,
  now: Instant,
): ErrorCode | null {
  const { subscription, waiting, weeks } = budget
  if (!subscription || !isCurrent(subscription, now)) return 'subscription-required'
  if (endsInPause(subscription, end)) return 'subscription-paused'
  const week = payingWeek(weeks, end)
  // Beyond a paused week that is the last of them, the lesson lacks a week rather than minutes.
  const isBeyond = week !== undefined && endsInPause(subscription, week.end)
  if (!isBeyond && (week?.remainingMinutes ?? 0) < neededMinutes) return 'no-enough-minutes'
  return endsInside(bookingWindow(subscription, waiting, now), end) ? null : 'week-boundaries-violation'
}

function whyNotParticipants({ student, tutor, now }: Booker): ErrorCode | null {
  if (!student.verifiedEmail) return 'forbidden'
  const refusal = whyNotGuarded(student, now)
  if (refusal) return refusal
  return tutor && isTutorSide(tutor.role) && tutor.isOnboarded ? null : 'tutor-not-found'
}

function whyNotInSlot({ tutor, slot }: BookingRequest): ErrorCode | null {
  if (!slot || slot.deleted) return 'slot-not-found'
  if (slot.userId !== tutor?.id) return 'bad-request'
  return admits(slot.purpose, SlotPurpose.Lesson) ? null : 'illegal'
}

/** Whether the student has as many upcoming lessons as the subscription allows (docs/rules/lessons.md 2.2). */
const hasReachedLimit = ({ subscription, upcomingLessons, now }: Booker) =>
  upcomingLessons.filter((lesson) => isUpcoming(lesson, now)).length >= (subscription?.maxUpcomingLessons ?? 0)

function whyNotFree({ slot, tutorBusy, studentBusy, heldByOthers, ...requested }: BookingRequest): ErrorCode | null {
  const range = rangeOf(requested)
  if (!slot || !isFree(slot, tutorBusy, range)) return 'busy-tutor'
  if (isHeld(heldByOthers, range)) return 'time-held'
  return studentBusy.some((busy) => overlaps(busy, range)) ? 'conflicting-lessons' : null
}

/**
 * Why a lesson cannot be booked, null when it can: the first refusal in the order of docs/rules/lessons.md 2.1.
 */
export function whyNotBookable(request: BookingRequest): ErrorCode | null {
  const { student, tutor, start, duration, now } = request
  if (!isStudent(student.role)) return 'forbidden'
  return (
    whyNotLessonTime(request) ??
    whyNotParticipants(request) ??
    whyNotInSlot(request) ??
    whyNotEarlyEnough(start, now, tutor?.notice ?? 0) ??
    whyNotAffordable(request, duration, rangeOf(request).end, now) ??
    (hasReachedLimit(request) ? 'reached-booking-limit' : null) ??
    whyNotFree(request)
  )
}

/** @throws DomainError the code of `whyNotBookable`. */
export const assertBookable = (request: BookingRequest): void => refuse(whyNotBookable(request))

/** Why a student cannot book any lesson with a tutor now, null when they can: shown before a time is chosen. */
export function whyNotBooker(booker: Booker): ErrorCode | null {
  if (!isStudent(booker.student.role)) return 'forbidden'
  const { subscription, weeks, now } = booker
  const refusal = whyNotParticipants(booker)
  if (refusal) return refusal
  if (!subscription || !isCurrent(subscription, now)) return 'subscription-required'
  const open = weeks.filter(({ end }) => !endsInPause(subscription, end))
  if (weeks.length > 0 && open.length === 0) return 'subscription-paused'
  if (open.every(({ remainingMinutes }) => remainingMinutes < SHORTEST_LESSON)) return 'no-enough-minutes'
  return hasReachedLimit(booker) ? 'reached-booking-limit' : null
}
