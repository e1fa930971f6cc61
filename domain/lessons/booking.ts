import { admits, SlotPurpose } from '../availability/purposes.ts'
import { type Instant, isOnQuarter, overlaps, type TimeRange } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import { isStudent, isTutorSide, type Role } from '../roles.ts'
import { isCurrent, type SubscriptionTerm } from '../subscriptions/current.ts'
import { bookingWindow, endsInside } from '../subscriptions/minutes.ts'
import { isLessonDuration, rangeOf, SHORTEST_LESSON } from './durations.ts'
import { earliestStart, isFree, type LessonSlot } from './slots.ts'
import { isUpcoming, type Lesson } from './states.ts'

/** What a student spends: the subscription of `currentOf`, and what remains of its week. */
export type MinutesBudget = { subscription: SubscriptionTerm | null; remainingMinutes: number }
/** When a lesson is wanted; `duration` in minutes. */
export type LessonTime = { start: Instant; duration: number }
export type OwnedSlot = LessonSlot & { userId: number }

/** Who books with whom: known before a time is chosen. */
export type Booker = MinutesBudget & {
  student: { role: Role; verifiedEmail: boolean }
  /** `isOnboarded` is that of `domain/tutors/onboarded.ts`, `notice` in minutes. */
  tutor: { id: number; role: Role; isOnboarded: boolean; notice: number } | null
  /** The student's lesson that is booked and not over. */
  upcomingLesson: Pick<Lesson, 'start' | 'duration' | 'canceledAt'> | null
  now: Instant
}

/** Plain data, so that the web asks the same question; the busy times may cover more than the slot. */
export type BookingRequest = Booker &
  LessonTime & {
    slot: OwnedSlot | null
    tutorBusy: readonly TimeRange[]
    studentBusy: readonly TimeRange[]
  }

/** Lessons have two lengths and start on the quarter hour (docs/rules/lessons.md 1.1). */
export const whyNotLessonTime = ({ start, duration }: LessonTime): ErrorCode | null =>
  isLessonDuration(duration) && isOnQuarter(start) ? null : 'bad-request'

/** In the future, and as long ahead as the tutor wants to be told; exactly at the notice is allowed. */
export const whyNotEarlyEnough = (start: Instant, now: Instant, notice: number): ErrorCode | null =>
  start < now || start < earliestStart(now, notice) ? 'bad-request' : null

/** Whether the week pays `neededMinutes` for a lesson that ends at `end` (docs/rules/lessons.md 2.1). */
export function whyNotAffordable(
  purse: MinutesBudget,
  neededMinutes: number,
  end: Instant,
  now: Instant,
): ErrorCode | null {
  const { subscription, remainingMinutes } = purse
  if (!subscription || !isCurrent(subscription, now)) return 'subscription-required'
  if (remainingMinutes < neededMinutes) return 'no-enough-minutes'
  return endsInside(bookingWindow(subscription, now), end) ? null : 'week-boundaries-violation'
}

function whyNotParticipants({ student, tutor }: Booker): ErrorCode | null {
  if (!student.verifiedEmail) return 'forbidden'
  return tutor && isTutorSide(tutor.role) && tutor.isOnboarded ? null : 'tutor-not-found'
}

function whyNotInSlot({ tutor, slot }: BookingRequest): ErrorCode | null {
  if (!slot || slot.deleted) return 'slot-not-found'
  if (slot.userId !== tutor?.id) return 'bad-request'
  return admits(slot.purpose, SlotPurpose.Lesson) ? null : 'illegal'
}

const hasUpcoming = ({ upcomingLesson, now }: Booker) => upcomingLesson !== null && isUpcoming(upcomingLesson, now)

function whyNotFree({ slot, tutorBusy, studentBusy, ...wanted }: BookingRequest): ErrorCode | null {
  const range = rangeOf(wanted)
  if (!slot || !isFree(slot, tutorBusy, range)) return 'busy-tutor'
  return studentBusy.some((busy) => overlaps(busy, range)) ? 'conflicting-lessons' : null
}

/**
 * Why this lesson cannot be booked, null when it can: the first refusal in the order of docs/rules/lessons.md 2.1.
 * All instants are epoch milliseconds.
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
    (hasUpcoming(request) ? 'reached-booking-limit' : null) ??
    whyNotFree(request)
  )
}

/** @throws DomainError the code of `whyNotBookable`. */
export const assertBookable = (request: BookingRequest): void => refuse(whyNotBookable(request))

/** Why this student can book no lesson at all with this tutor now, before a time is chosen: what the screen says first. */
export function whyNotBooker(booker: Booker): ErrorCode | null {
  if (!isStudent(booker.student.role)) return 'forbidden'
  const { subscription, remainingMinutes, now } = booker
  const refusal = whyNotParticipants(booker)
  if (refusal) return refusal
  if (!subscription || !isCurrent(subscription, now)) return 'subscription-required'
  if (remainingMinutes < SHORTEST_LESSON) return 'no-enough-minutes'
  return hasUpcoming(booker) ? 'reached-booking-limit' : null
}
