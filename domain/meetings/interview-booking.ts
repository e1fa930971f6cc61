import {
  isManagerFree,
  isManagerMeetingStart,
  type ManagerMeetingRequest,
  managerMeetingRange,
} from '../availability/manager-meetings.ts'
import { admits, SlotPurpose } from '../availability/purposes.ts'
import { addMonths, type Instant, overlaps } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import { InterviewStatus, isInterviewCanceled } from './interview-statuses.ts'

export const MONTHS_TO_REAPPLY = 3
export const MONTHS_TO_REPEAT = 6

/** A tutor's latest interview that was not cancelled; `start` in epoch milliseconds. */
export type LatestInterview = { status: InterviewStatus; start: Instant }

/**
 * When the tutor may be interviewed again: three calendar months after the start of a rejected interview, six after that of
 * a passed one, regardless of when they were booked (docs/rules/onboarding.md 4.2). Epoch milliseconds.
 */
export const interviewRetryAt = ({ status, start }: LatestInterview): Instant =>
  addMonths(start, status === InterviewStatus.Rejected ? MONTHS_TO_REAPPLY : MONTHS_TO_REPEAT)

/**
 * Why a tutor may not be interviewed now, null when they may: not while an interview is pending, and not before
 * `interviewRetryAt` after a judged one; cancelled ones do not count (docs/rules/onboarding.md 4.2).
 */
export function whyNotInterviewed(latest: LatestInterview | null, now: Instant): ErrorCode | null {
  if (!latest || isInterviewCanceled(latest.status)) return null
  if (latest.status === InterviewStatus.Pending) return 'conflicting-interview'
  return now >= interviewRetryAt(latest) ? null : 'conflicting-interview'
}

/** The first refusal in the order of docs/rules/onboarding.md 4.1, null when the interview can be booked. */
export function whyNotInterview(requested: ManagerMeetingRequest, latest: LatestInterview | null): ErrorCode | null {
  const { slot, owner, start, now, tutorBusy } = requested
  if (!slot || slot.deleted) return 'slot-not-found'
  if (!admits(slot.purpose, SlotPurpose.Interview)) return 'bad-request'
  if (!owner) return 'user-not-found'
  if (!owner.isManager || !owner.activated) return 'bad-request'
  const refusal = whyNotInterviewed(latest, now)
  if (refusal) return refusal
  if (!isManagerMeetingStart(start, now)) return 'bad-request'
  if (!isManagerFree(requested)) return 'busy-tutor-manager'
  return tutorBusy.some((busy) => overlaps(busy, managerMeetingRange(start))) ? 'conflicting-schedule' : null
}

/** @throws DomainError the code of `whyNotInterview`. */
export const assertInterview = (requested: ManagerMeetingRequest, latest: LatestInterview | null): void =>
  refuse(whyNotInterview(requested, latest))
