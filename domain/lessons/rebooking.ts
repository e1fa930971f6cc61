import { admits, SlotPurpose } from '../availability/purposes.ts'
import { type Instant, overlaps, type TimeRange } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import { isAdmin, isStudent, type Role } from '../roles.ts'
import {
  type LessonTime,
  type MinutesBudget,
  type OwnedSlot,
  type WeekMinutes,
  whyNotAffordable,
  whyNotEarlyEnough,
  whyNotLessonTime,
} from './booking.ts'
import { rangeOf } from './durations.ts'
import { isHeld } from './holds.ts'
import { isFree, withoutOwnLesson } from './slots.ts'
import { isCancelled, isMember, type Lesson } from './states.ts'

/**
 * A lesson and its requested new time. The busy ranges may contain the lesson's own current time, and the weeks have its
 * minutes back (`withReturned`).
 */
export type RebookingRequest = MinutesBudget &
  LessonTime & {
    /** Its student, or an admin who moves it for them. */
    actor: { id: number; role: Role }
    lesson: Lesson | null
    slot: OwnedSlot | null
    /** The notice of the lesson's tutor, in minutes. */
    notice: number
    tutorBusy: readonly TimeRange[]
    studentBusy: readonly TimeRange[]
    /** What is held for others, by `heldByOthers`. */
    heldByOthers: readonly TimeRange[]
    now: Instant
  }

/**
 * The weeks with a lesson's minutes back in the one that paid for it, which may be none of them: its new time is paid in
 * full from the week in which it ends (docs/rules/lessons.md 3.3).
 */
export const withReturned = (
  weeks: readonly WeekMinutes[],
  paying: Pick<WeekMinutes, 'start'> | null | undefined,
  minutes: number,
): WeekMinutes[] =>
  weeks.map((week) =>
    week.start === paying?.start ? { ...week, remainingMinutes: week.remainingMinutes + minutes } : week,
  )

/** Why a lesson cannot be moved to any time: it is cancelled or has started (docs/rules/lessons.md 3.1). */
export const whyNotMovable = (
  lesson: Pick<Lesson, 'start' | 'duration' | 'canceledAt'>,
  now: Instant,
): ErrorCode | null => (isCancelled(lesson) || now >= lesson.start ? 'lesson-time-passed' : null)

function whyNotNewSlot(request: RebookingRequest, lesson: Lesson): ErrorCode | null {
  const { slot, tutorBusy, heldByOthers } = request
  if (!slot || slot.deleted) return 'slot-not-found'
  if (!admits(slot.purpose, SlotPurpose.Lesson)) return 'illegal'
  const range = rangeOf(request)
  if (!isFree(slot, withoutOwnLesson(tutorBusy, lesson), range)) return 'busy-tutor'
  return isHeld(heldByOthers, range) ? 'time-held' : null
}

/**
 * Why a lesson cannot be rebooked, null when it can: the first refusal in the order of docs/rules/lessons.md 3.2. The
 * lesson's current time does not conflict with its new one.
 */
export function whyNotRebookable(request: RebookingRequest): ErrorCode | null {
  const { actor, lesson, slot, start, duration, notice, now } = request
  const isForThem = isAdmin(actor.role)
  if (!isStudent(actor.role) && !isForThem) return 'forbidden'
  const malformed = whyNotLessonTime(request)
  if (malformed) return malformed
  if (!lesson) return 'lesson-not-found'
  if (!isForThem && !isMember(lesson, actor.id)) return 'forbidden'
  const range = rangeOf(request)
  const studentBusy = withoutOwnLesson(request.studentBusy, lesson)
  return (
    whyNotNewSlot(request, lesson) ??
    whyNotMovable(lesson, now) ??
    whyNotEarlyEnough(start, now, notice) ??
    (slot?.userId === lesson.tutorId ? null : 'bad-request') ??
    whyNotAffordable(request, duration, range.end, now) ??
    (studentBusy.some((busy) => overlaps(busy, range)) ? 'conflicting-lessons' : null)
  )
}

/** @throws DomainError the code of `whyNotRebookable`. */
export const assertRebookable = (request: RebookingRequest): void => refuse(whyNotRebookable(request))
