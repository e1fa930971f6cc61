import {
  isManagerFree,
  isManagerMeetingStart,
  type ManagerMeetingRequest,
  managerMeetingRange,
} from '../availability/manager-meetings.ts'
import { admits, SlotPurpose } from '../availability/purposes.ts'
import { contains, overlaps } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'

/** The applicant's progress: `hasDemo` is a pending or passed demo session. */
export type Applicant = { hasApprovedVideo: boolean; hasDemo: boolean }

/** The first refusal in the order of docs/rules/onboarding.md 5.1, null when the demo session can be booked. */
export function whyNotDemoSession(requested: ManagerMeetingRequest, applicant: Applicant): ErrorCode | null {
  const { slot, owner, start, now, tutorBusy } = requested
  if (!slot || slot.deleted) return 'slot-not-found'
  if (!owner?.isTutorSide) return 'tutor-not-found'
  if (!owner.isManager || !admits(slot.purpose, SlotPurpose.DemoSession)) return 'bad-request'
  if (!owner.activated) return 'inactive-tutor-manager'
  if (!applicant.hasApprovedVideo) return 'forbidden'
  if (!isManagerMeetingStart(start, now) || !contains(slot, managerMeetingRange(start))) return 'bad-request'
  if (applicant.hasDemo) return 'demo-session-exists'
  if (!isManagerFree(requested)) return 'busy-tutor-manager'
  return tutorBusy.some((busy) => overlaps(busy, managerMeetingRange(start))) ? 'conflicting-schedule' : null
}

/** @throws DomainError the code of `whyNotDemoSession`. */
export const assertDemoSession = (requested: ManagerMeetingRequest, applicant: Applicant): void =>
  refuse(whyNotDemoSession(requested, applicant))
