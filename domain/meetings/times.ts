import { type Instant, isOnQuarter, minutes, type TimeRange } from '../cairo.ts'
import { isFree, type LessonSlot } from '../lessons/slots.ts'
import type { MeetingPhase } from './statuses.ts'

/** Interviews and demo sessions last half an hour (docs/rules/onboarding.md 3.1). */
export const MEETING_MINUTES = 30

/** The time range of a meeting that starts at `start`. */
export const meetingRange = (start: Instant): TimeRange => ({ start, end: start + minutes(MEETING_MINUTES) })

/** A meeting that a tutor requests with a tutor manager. The busy ranges may extend beyond the slot. */
export type MeetingRequest = {
  start: Instant
  now: Instant
  slot: (LessonSlot & { userId: number }) | null
  /** The slot's owner. */
  owner: { isManager: boolean; isTutorSide: boolean; activated: boolean } | null
  ownerBusy: readonly TimeRange[]
  tutorBusy: readonly TimeRange[]
}

/** A meeting starts on a quarter hour that has not passed (docs/rules/onboarding.md 3.1). */
export const isMeetingStart = (start: Instant, now: Instant): boolean => isOnQuarter(start) && start >= now

/** Whether the meeting lies inside the slot and overlaps no session of the slot's owner. */
export const isManagerFree = ({ slot, ownerBusy, start }: MeetingRequest): boolean =>
  slot !== null && isFree(slot, ownerBusy, meetingRange(start))

/** What a new status does to the busy quarters of the two people. */
export type MeetingTimeEffect = 'unchanged' | 'freed' | 'taken'

/**
 * A cancellation frees the time, and so does a verdict before the start, since such a meeting does not take place.
 * Reopening a meeting that is not over reserves it again (docs/rules/onboarding.md 3.3). Both instants in epoch
 * milliseconds.
 */
export function meetingTimeEffect(to: MeetingPhase, start: Instant, now: Instant): MeetingTimeEffect {
  if (to === 'canceled') return 'freed'
  if (to === 'judged') return now < start ? 'freed' : 'unchanged'
  return now < meetingRange(start).end ? 'taken' : 'unchanged'
}
