import { updateDemoSession, updateInterview } from '#contract/calls/meetings'
import type { DemoSessionWithMembers, InterviewWithMembers } from '#contract/meetings'
import type { Member } from '#contract/users'
import { fromIso, type TimeRange } from '#domain/cairo'
import type { MeetingChange } from '#domain/meetings/changes'
import type { InterviewStatus, MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import { meetingRange } from '#domain/meetings/times'
import { type RequestOptions, request } from '../../platform/api.ts'

/** An interview or a demo session, with one name for what the wire names by its kind. */
export type Meeting = TimeRange & {
  kind: MeetingKind
  id: number
  sessionId: string
  status: MeetingStatus
  tutor: Member
  manager: Member
  /** What the manager wrote for the tutor, as HTML; null where nothing was written. */
  managerFeedback: string | null
  /** The tutor's own; null has not been given yet, empty was skipped. */
  tutorFeedback: string | null
  note: string | null
  /** 1 to 5, null without one. */
  level: number | null
  /** The version that a change is sent over. */
  updatedAt: string
}

export type ListedMeeting = InterviewWithMembers | DemoSessionWithMembers

const namedByKind = (listed: ListedMeeting) =>
  'interviewer' in listed
    ? {
        kind: 'interview' as const,
        tutor: listed.interviewee,
        manager: listed.interviewer,
        managerFeedback: listed.interviewerFeedback,
        tutorFeedback: listed.intervieweeFeedback,
      }
    : {
        kind: 'demo' as const,
        tutor: listed.tutor,
        manager: listed.tutorManager,
        managerFeedback: listed.tutorManagerFeedback,
        tutorFeedback: listed.tutorFeedback,
      }

export const meetingOf = (listed: ListedMeeting): Meeting => ({
  ...namedByKind(listed),
  ...meetingRange(fromIso(listed.start)),
  id: listed.id,
  sessionId: listed.sessionId,
  status: listed.status,
  note: listed.note,
  level: listed.level,
  updatedAt: listed.updatedAt,
})

/** @throws ApiError the refusals of the kind. */
export function updateMeeting(
  { kind, id }: Pick<Meeting, 'kind' | 'id'>,
  { status, managerFeedback, tutorFeedback, ...judging }: MeetingChange,
  options: RequestOptions,
): Promise<unknown> {
  if (kind === 'demo') {
    const change = { status, tutorManagerFeedback: managerFeedback, tutorFeedback, ...judging }
    return request(updateDemoSession, { body: { id, ...change } }, options)
  }
  const change = {
    // The status that only a demo session has is refused by the server.
    status: status as InterviewStatus | undefined,
    interviewerFeedback: managerFeedback,
    intervieweeFeedback: tutorFeedback,
    ...judging,
  }
  return request(updateInterview, { body: { id, ...change } }, options)
}
