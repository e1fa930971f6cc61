import type { ErrorCode } from '#domain/errors'
import { type Transition, transitionTo } from '#domain/transitions'
import { MANAGER_MEETING_MINUTES } from '../availability/manager-meetings.ts'

export const InterviewStatus = {
  Pending: 1,
  Passed: 2,
  Rejected: 3,
  CanceledByInterviewer: 4,
  CanceledByInterviewee: 5,
} as const
export type InterviewStatus = (typeof InterviewStatus)[keyof typeof InterviewStatus]

export const INTERVIEW_MINUTES = MANAGER_MEETING_MINUTES

export type InterviewActor = 'interviewee' | 'interviewer' | 'admin'

const { Pending, Passed, Rejected, CanceledByInterviewer, CanceledByInterviewee } = InterviewStatus

/**
 * An interview starts pending. A cancelled one is final: its time has been freed and may be taken by now
 * (docs/rules/onboarding.md 3.3).
 */
export const interviewTransitions = [
  { from: [Pending], event: 'pass', to: Passed, who: ['interviewer', 'admin'] },
  { from: [Pending], event: 'reject', to: Rejected, who: ['interviewer', 'admin'] },
  { from: [Pending], event: 'cancel-as-interviewer', to: CanceledByInterviewer, who: ['interviewer', 'admin'] },
  { from: [Pending], event: 'cancel-as-interviewee', to: CanceledByInterviewee, who: ['interviewee', 'admin'] },
  { from: [Rejected], event: 'correct-to-passed', to: Passed, who: ['admin'] },
  { from: [Passed], event: 'correct-to-rejected', to: Rejected, who: ['admin'] },
  { from: [Passed, Rejected], event: 'reopen', to: Pending, who: ['admin'] },
] as const satisfies readonly Transition<InterviewStatus, string, InterviewActor>[]

/** Cancelled by either side. */
export const isInterviewCanceled = (status: InterviewStatus): boolean =>
  status === CanceledByInterviewer || status === CanceledByInterviewee

/**
 * An interviewee may cancel until the start; afterwards only the tutor manager decides (docs/rules/onboarding.md 4.3). Both
 * instants are epoch milliseconds.
 */
export function whyNotInterviewStatus(
  interview: { status: InterviewStatus; start: number },
  to: InterviewStatus,
  who: InterviewActor,
  now: number,
): ErrorCode | null {
  if (!transitionTo(interviewTransitions, interview.status, to, who)) return 'bad-request'
  return who === 'interviewee' && now >= interview.start ? 'bad-request' : null
}
