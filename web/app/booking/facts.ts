import type { Slot } from '#contract/availability'
import type { TutorCard } from '#contract/tutor-card'
import { fromIso, type Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import {
  type Booker,
  type LessonTime,
  type MinutesBudget,
  type WeekMinutes,
  whyNotBookable,
  whyNotBooker,
} from '#domain/lessons/booking'
import { whyNotMovable, whyNotRebookable, withReturned } from '#domain/lessons/rebooking'
import type { Role } from '#domain/roles'
import type { Guarded } from '#domain/students/guardians'
import { payingWeek } from '#domain/subscriptions/minutes'
import { type SlotsAnswer, takenTimes } from '../../shared/tutors/offered-times.ts'
import type { LessonView } from '../lessons/shared/lesson-view.ts'

/** The input of the booking rule, as the screen knows it now. */
export type BookingFacts = {
  me: { id: number; role: Role; verifiedEmail: boolean } & Guarded
  /** Null when the tutor takes no bookings. */
  tutor: TutorCard | null
  answer: SlotsAnswer
  subscription: MinutesBudget['subscription']
  /** The subscription that begins later. */
  waiting: MinutesBudget['waiting']
  /** The minutes weeks that can be booked, the current one first. */
  weeks: readonly WeekMinutes[]
  /** The student's lessons that are booked and not over, soonest first. */
  upcoming: readonly LessonView[]
  /** The lesson that is rebooked, by its id; null books a new one. */
  movingId: number | null
}
export type RequestedTime = LessonTime & { slotId: number }

export const movingLesson = ({ movingId, upcoming }: BookingFacts): LessonView | null =>
  upcoming.find(({ id }) => id === movingId) ?? null

/** The weeks that can be booked, with the minutes back of the lesson that is rebooked. */
export function spendableWeeks(facts: BookingFacts): readonly WeekMinutes[] {
  const moving = movingLesson(facts)
  return moving ? withReturned(facts.weeks, payingWeek(facts.weeks, moving.end), moving.duration) : facts.weeks
}

function bookerOf(facts: BookingFacts, now: Instant): Booker {
  const { me, tutor, subscription, waiting, upcoming } = facts
  return {
    subscription,
    waiting,
    now,
    weeks: spendableWeeks(facts),
    student: me,
    tutor: tutor && { id: tutor.id, role: tutor.role, isOnboarded: true, notice: tutor.notice },
    upcomingLessons: upcoming,
  }
}

const ruledSlot = (slot: Slot) => ({ ...slot, start: fromIso(slot.start), end: fromIso(slot.end) })

function slotOf({ answer }: BookingFacts, requested: RequestedTime, now: Instant) {
  const slot = answer.slots.list.find(({ id }) => id === requested.slotId)
  return { slot: slot ? ruledSlot(slot) : null, tutorBusy: takenTimes(answer, now), studentBusy: [], heldByOthers: [] }
}

/** Why this time cannot be booked, null when it can: the same rule as on the server. */
export function whyNotAtTime(facts: BookingFacts, requested: RequestedTime, now: Instant): ErrorCode | null {
  const booker = bookerOf(facts, now)
  const place = slotOf(facts, requested, now)
  if (facts.movingId === null) return whyNotBookable({ ...booker, ...requested, ...place })
  return whyNotRebookable({
    ...booker,
    ...requested,
    ...place,
    actor: facts.me,
    lesson: movingLesson(facts),
    notice: facts.tutor?.notice ?? 0,
  })
}

/** Why no time can be booked at all, before one is chosen. */
export function whyNoTime(facts: BookingFacts, now: Instant): ErrorCode | null {
  if (facts.movingId === null) return whyNotBooker(bookerOf(facts, now))
  if (!facts.tutor) return 'tutor-not-found'
  const moving = movingLesson(facts)
  if (!moving) return 'lesson-time-passed'
  return whyNotMovable(moving, now) ?? (facts.subscription ? null : 'subscription-required')
}
