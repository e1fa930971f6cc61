import type { Instant } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import {
  isMeetingCanceled,
  type MeetingActor,
  type MeetingKind,
  MeetingStatus,
  meetingPhase,
  STATUS_REFUSAL,
  whyNotMeetingStatus,
} from './statuses.ts'

export type MeetingChange = {
  status?: MeetingStatus | undefined
  managerFeedback?: string | undefined
  /** Empty if the tutor has skipped it. */
  tutorFeedback?: string | undefined
  note?: string | undefined
  level?: number | undefined
}

/** As stored; `start` in epoch milliseconds. */
type Found = {
  kind: MeetingKind
  status: MeetingStatus
  start: Instant
  level: number | null
  managerFeedback: string | null
}

const isGiven = (value: unknown): boolean => value !== undefined

function whyNotByTutor(meeting: Found, change: MeetingChange, now: Instant): ErrorCode | null {
  const { status, managerFeedback, tutorFeedback, note, level } = change
  if ([managerFeedback, note, level].some(isGiven)) return 'forbidden'
  if (isMeetingCanceled(meeting.status) || (isGiven(status) && now >= meeting.start))
    return STATUS_REFUSAL[meeting.kind]
  if (tutorFeedback === undefined) return null
  return meetingPhase(meeting.status) === 'judged' && !isGiven(status) ? null : 'bad-request'
}

/** Passing takes a level and words of the manager, given before or with it (docs/rules/onboarding.md 3.7). */
function whyNotScored(meeting: Found, { status, level, managerFeedback }: MeetingChange): ErrorCode | null {
  if (status !== MeetingStatus.Passed) return null
  const isScored = (level ?? meeting.level) !== null && (managerFeedback ?? meeting.managerFeedback) !== null
  return isScored ? null : 'meeting-score-required'
}

/**
 * Why this person may not make this change, null when they may: the tutor may cancel before the start, or give feedback
 * after the verdict and nothing else with it; the manager may judge; an admin may do anything (docs/rules/onboarding.md 4.3,
 * 4.5, 5.2, 5.4), and passes only with a level and words. `now` in epoch milliseconds.
 */
export function whyNotMeetingChanged(
  meeting: Found,
  change: MeetingChange,
  who: MeetingActor,
  now: Instant,
): ErrorCode | null {
  if (!Object.values(change).some(isGiven)) return 'empty-request'
  if (who === 'manager' && isGiven(change.tutorFeedback)) return 'forbidden'
  const refusal = who === 'tutor' ? whyNotByTutor(meeting, change, now) : null
  if (refusal || change.status === undefined) return refusal
  return whyNotMeetingStatus(meeting.kind, meeting.status, change.status, who) ?? whyNotScored(meeting, change)
}

/** @throws DomainError the code of `whyNotMeetingChanged`. */
export const assertMeetingChange = (...change: Parameters<typeof whyNotMeetingChanged>): void =>
  refuse(whyNotMeetingChanged(...change))
