import type { DemoSessionWithMembers, InterviewWithMembers } from '#contract/meetings'
import type { Member } from '#contract/users'
import { fromIso, type TimeRange } from '#domain/cairo'
import { type MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import { meetingRange } from '#domain/meetings/times'

export type { MeetingKind }

/** The statuses of both kinds as their texts name them. */
const STATUS_NAMES = {
  [MeetingStatus.Pending]: 'pending',
  [MeetingStatus.Passed]: 'passed',
  [MeetingStatus.Rejected]: 'rejected',
  [MeetingStatus.CanceledByManager]: 'cancelledByManager',
  [MeetingStatus.CanceledByTutor]: 'cancelledByTutor',
  [MeetingStatus.CanceledByAdmin]: 'cancelledByStaff',
} as const satisfies Record<MeetingStatus, string>

/** An interview or a demo session as its tutor sees it. */
export type Meeting = TimeRange & {
  kind: MeetingKind
  id: number
  status: (typeof STATUS_NAMES)[MeetingStatus]
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

export const interviewMeeting = (interview: InterviewWithMembers): Meeting => ({
  kind: 'interview',
  id: interview.id,
  ...meetingRange(fromIso(interview.start)),
  status: STATUS_NAMES[interview.status],
  manager: interview.interviewer,
  managerFeedback: interview.interviewerFeedback,
  level: interview.level,
  ownFeedback: interview.intervieweeFeedback,
  updatedAt: interview.updatedAt,
})

export const demoMeeting = (demo: DemoSessionWithMembers): Meeting => ({
  kind: 'demo',
  id: demo.id,
  ...meetingRange(fromIso(demo.start)),
  status: STATUS_NAMES[demo.status],
  manager: demo.tutorManager,
  managerFeedback: demo.tutorManagerFeedback,
  level: demo.level,
  ownFeedback: demo.tutorFeedback,
  updatedAt: demo.updatedAt,
})

export const isJudged = ({ status }: Meeting): boolean => status === 'passed' || status === 'rejected'
