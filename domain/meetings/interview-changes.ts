import type { Instant } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import { type InterviewActor, InterviewStatus, whyNotInterviewStatus } from './interview-statuses.ts'

export type InterviewChange = {
  status?: InterviewStatus | undefined
  interviewerFeedback?: string | undefined
  /** Empty if the tutor has skipped it. */
  intervieweeFeedback?: string | undefined
  note?: string | undefined
  level?: number | undefined
}

type Found = { status: InterviewStatus; start: Instant }

const isGiven = (value: unknown): boolean => value !== undefined

function whyNotByInterviewee(interview: Found, change: InterviewChange): ErrorCode | null {
  const { intervieweeFeedback, interviewerFeedback, note, level } = change
  if ([interviewerFeedback, note, level].some(isGiven)) return 'forbidden'
  if (intervieweeFeedback === undefined) return null
  const isJudged = interview.status === InterviewStatus.Passed || interview.status === InterviewStatus.Rejected
  return isJudged ? null : 'bad-request'
}

/**
 * Why this person may not make this change, null when they may: the interviewee may cancel before the start and give
 * feedback after the verdict, the interviewer may judge, an admin may do anything (docs/rules/onboarding.md 4.5).
 */
export function whyNotChanged(
  interview: Found,
  change: InterviewChange,
  who: InterviewActor,
  now: Instant,
): ErrorCode | null {
  if (!Object.values(change).some(isGiven)) return 'empty-request'
  if (who === 'interviewer' && isGiven(change.intervieweeFeedback)) return 'forbidden'
  if (who === 'interviewee') {
    const refusal = whyNotByInterviewee(interview, change)
    if (refusal) return refusal
  }
  return change.status === undefined ? null : whyNotInterviewStatus(interview, change.status, who, now)
}

/** @throws DomainError the code of `whyNotChanged`. */
export const assertChange = (...change: Parameters<typeof whyNotChanged>): void => refuse(whyNotChanged(...change))
