import type { DemoSessionWithMembers } from '#contract/demo-sessions'
import type { InterviewWithMembers } from '#contract/interviews'
import type { Member } from '#contract/users'
import { managerMeetingRange } from '#domain/availability/manager-meetings'
import { fromIso, type TimeRange } from '#domain/cairo'
import { DemoSessionStatus } from '#domain/meetings/demo-session-statuses'
import { InterviewStatus } from '#domain/meetings/interview-statuses'

export type MeetingKind = 'interview' | 'demo'
export type MeetingStatus =
  | 'pending'
  | 'passed'
  | 'rejected'
  | 'cancelledByManager'
  | 'cancelledByTutor'
  | 'cancelledByStaff'

/** An interview or a demo session as its tutor sees it. */
export type Meeting = TimeRange & {
  kind: MeetingKind
  id: number
  status: MeetingStatus
  manager: Member
  /** What the manager wrote for the tutor, as HTML; null where nothing was written. */
  managerFeedback: string | null
  /** 1 to 5, null without one. */
  level: number | null
  /** The tutor's own; null has not been given yet, empty was skipped. */
  ownFeedback: string | null
  /** The version that a change is sent over. */
  updatedAt: string
}

const INTERVIEW_STATUS: Record<InterviewStatus, MeetingStatus> = {
  [InterviewStatus.Pending]: 'pending',
  [InterviewStatus.Passed]: 'passed',
  [InterviewStatus.Rejected]: 'rejected',
  [InterviewStatus.CanceledByInterviewer]: 'cancelledByManager',
  [InterviewStatus.CanceledByInterviewee]: 'cancelledByTutor',
}

const DEMO_STATUS: Record<DemoSessionStatus, MeetingStatus> = {
  [DemoSessionStatus.Pending]: 'pending',
  [DemoSessionStatus.Passed]: 'passed',
  [DemoSessionStatus.Rejected]: 'rejected',
  [DemoSessionStatus.CanceledByTutorManager]: 'cancelledByManager',
  [DemoSessionStatus.CanceledByTutor]: 'cancelledByTutor',
  [DemoSessionStatus.CanceledByAdmin]: 'cancelledByStaff',
}

export const interviewMeeting = (interview: InterviewWithMembers): Meeting => ({
  kind: 'interview',
  id: interview.id,
  ...managerMeetingRange(fromIso(interview.start)),
  status: INTERVIEW_STATUS[interview.status],
  manager: interview.interviewer,
  managerFeedback: interview.interviewerFeedback,
  level: interview.level,
  ownFeedback: interview.intervieweeFeedback,
  updatedAt: interview.updatedAt,
})

export const demoMeeting = (demo: DemoSessionWithMembers): Meeting => ({
  kind: 'demo',
  id: demo.id,
  ...managerMeetingRange(fromIso(demo.start)),
  status: DEMO_STATUS[demo.status],
  manager: demo.tutorManager,
  managerFeedback: demo.tutorManagerFeedback,
  level: demo.level,
  ownFeedback: demo.tutorFeedback,
  updatedAt: demo.updatedAt,
})

export const isJudged = ({ status }: Meeting): boolean => status === 'passed' || status === 'rejected'
