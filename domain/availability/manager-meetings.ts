import { type Instant, isOnQuarter, minutes, type TimeRange } from '../cairo.ts'
import { isFree, type LessonSlot } from '../lessons/slots.ts'

/** Interviews and demo sessions last half an hour (docs/rules/onboarding.md 3.1). */
export const MANAGER_MEETING_MINUTES = 30

/** The half hour from its start. */
export const managerMeetingRange = (start: Instant): TimeRange => ({
  start,
  end: start + minutes(MANAGER_MEETING_MINUTES),
})

/** Half an hour that a tutor wants of a tutor manager; the busy times may cover more than the slot. */
export type ManagerMeetingRequest = {
  start: Instant
  now: Instant
  slot: (LessonSlot & { userId: number }) | null
  /** The slot's owner. */
  owner: { isManager: boolean; isTutorSide: boolean; activated: boolean } | null
  ownerBusy: readonly TimeRange[]
  tutorBusy: readonly TimeRange[]
}

/** Sessions of every kind start on the quarter hour, and not in the past (docs/rules/onboarding.md 3.1). */
export const isManagerMeetingStart = (start: Instant, now: Instant): boolean => isOnQuarter(start) && start >= now

/** Whether the slot takes a meeting then and its owner has nothing else. */
export const isManagerFree = ({ slot, ownerBusy, start }: ManagerMeetingRequest): boolean =>
  slot !== null && isFree(slot, ownerBusy, managerMeetingRange(start))
