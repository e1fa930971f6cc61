import { admits, SlotPurpose } from '../availability/purposes.ts'
import { addMonths, contains, type Instant, overlaps } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import { type InterviewStatus, isMeetingCanceled, MeetingStatus } from './statuses.ts'
import { isManagerFree, isMeetingStart, type MeetingRequest, meetingRange } from './times.ts'

export const MONTHS_TO_REAPPLY = 3
export const MONTHS_TO_REPEAT = 6

/** A tutor's latest interview that was not cancelled; `start` in epoch milliseconds. */
export type LatestInterview = { status: InterviewStatus; start: Instant }

/**
 * When the tutor may be interviewed again: three calendar months after the start of a rejected interview, six after that of
 * a passed one, regardless of when they were booked (docs/rules/onboarding.md 4.2). Epoch milliseconds.
 */
export const interviewRetryAt = ({ status, start }: LatestInterview): Instant =>
  addMonths(start, status === MeetingStatus.Rejected ? MONTHS_TO_REAPPLY : MONTHS_TO_REPEAT)

/**
 * Why a tutor may not be interviewed now, null when they may: not while an interview is pending, and not before
 * `interviewRetryAt` after a judged one; cancelled ones do not count (docs/rules/onboarding.md 4.2).
 */
export function whyNotInterviewed(latest: LatestInterview | null, now: Instant): ErrorCode | null {
  if (!latest || isMeetingCanceled(latest.status)) return null
  if (latest.status === MeetingStatus.Pending) return 'conflicting-interview'
  return now >= interviewRetryAt(latest) ? null : 'conflicting-interview'
}

/** Docs/rules/onboarding.md 3.2. */
function whyNotBothFree(requested: MeetingRequest): ErrorCode | null {
  if (!isManagerFree(requested)) return 'busy-tutor-manager'
  const range = meetingRange(requested.start)
  return requested.tutorBusy.some((busy) => overlaps(busy, range)) ? 'conflicting-schedule' : null
}

/** The first refusal in the order of docs/rules/onboarding.md 4.1, null when the interview can be booked. */
export function whyNotInterview(requested: MeetingRequest, latest: LatestInterview | null): ErrorCode | null {
  const { slot, owner, start, now } = requested
  if (!slot || slot.deleted) return 'slot-not-found'
  if (!admits(slot.purpose, SlotPurpose.Interview)) return 'bad-request'
  if (!owner) return 'user-not-found'
  if (!owner.isManager || !owner.activated) return 'bad-request'
  const refusal = whyNotInterviewed(latest, now)
  if (refusal) return refusal
  return isMeetingStart(start, now) ? whyNotBothFree(requested) : 'bad-request'
}

/** A tutor's progress towards a demo session: `hasDemo` is a pending or passed one. */
export type Applicant = { hasApprovedVideo: boolean; hasDemo: boolean }

/**
 * The first refusal in the order of docs/rules/onboarding.md 5.1, null when the demo session can be booked. Other than with
 * an interview, the account of the slot comes before its purpose, and a time outside of the slot is a bad request.
 */
export function whyNotDemoSession(requested: MeetingRequest, applicant: Applicant): ErrorCode | null {
  const { slot, owner, start, now } = requested
  if (!slot || slot.deleted) return 'slot-not-found'
  if (!owner?.isTutorSide) return 'tutor-not-found'
  if (!owner.isManager || !admits(slot.purpose, SlotPurpose.DemoSession)) return 'bad-request'
  if (!owner.activated) return 'inactive-tutor-manager'
  if (!applicant.hasApprovedVideo) return 'forbidden'
  if (!isMeetingStart(start, now) || !contains(slot, meetingRange(start))) return 'bad-request'
  return applicant.hasDemo ? 'demo-session-exists' : whyNotBothFree(requested)
}

/** @throws DomainError the code of `whyNotInterview`. */
export const assertInterview = (requested: MeetingRequest, latest: LatestInterview | null): void =>
  refuse(whyNotInterview(requested, latest))

/** @throws DomainError the code of `whyNotDemoSession`. */
export const assertDemoSession = (requested: MeetingRequest, applicant: Applicant): void =>
  refuse(whyNotDemoSession(requested, applicant))
