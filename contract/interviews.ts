import * as z from 'zod/mini'
import { whyNotMeetingFeedback, whyNotMeetingLevel, whyNotMeetingNote } from '#domain/meetings/feedback'
import { InterviewStatus } from '#domain/meetings/statuses'
import { defineCall } from './call.ts'
import * as calls from './calls/interviews.ts'
import {
  dateFilter,
  id,
  instant,
  listOf,
  nothing,
  oneOf,
  paging,
  queryIds,
  queryList,
  queryOneOf,
  queryText,
  ruledInt,
  ruledText,
  sorting,
  text,
  times,
} from './fields.ts'
import { member, person } from './users.ts'

/** Thirty minutes of a tutor manager's time with a tutor. */
export const interview = z.object({
  id,
  interviewerId: id,
  intervieweeId: id,
  interviewerFeedback: z.nullable(z.string()),
  /** Null: not given yet; empty: skipped. */
  intervieweeFeedback: z.nullable(z.string()),
  note: z.nullable(z.string()),
  level: z.nullable(z.int()),
  slotId: id,
  sessionId: z.string(),
  start: instant,
  status: oneOf(InterviewStatus),
  ...times,
})
export type Interview = z.input<typeof interview>

export const interviewWithMembers = z.object({ ...interview.shape, interviewer: member, interviewee: member })
export type InterviewWithMembers = z.input<typeof interviewWithMembers>

export const bookInterview = defineCall(calls.bookInterview, {
  may: 'interview.book',
  summary: 'Book an interview in a tutor manager’s free time',
  body: z.object({ slotId: id, start: instant }),
  answer: nothing,
  errors: ['slot-not-found', 'user-not-found', 'conflicting-interview', 'busy-tutor-manager', 'conflicting-schedule'],
  creates: true,
})

/** The codes of the texts that the two people of a meeting write about it. */
export const feedbackErrors = [
  ...(['interview-feedback-invalid-html', 'interview-feedback-too-short', 'interview-feedback-too-long'] as const),
  ...(['interview-note-invalid-html', 'interview-note-too-short', 'interview-note-too-long'] as const),
  ...(['too-low-interview-level', 'too-high-interview-level'] as const),
]

/** Why a judged meeting may not be reopened before its end: its time is taken. */
export const reopenErrors = ['slot-not-found', 'busy-tutor-manager', 'conflicting-schedule'] as const

export const updateInterview = defineCall(calls.updateInterview, {
  may: 'interview.update',
  summary: 'The interviewee cancels or gives feedback, the interviewer judges, an admin anything',
  body: z.object({
    id,
    status: z.optional(oneOf(InterviewStatus)),
    interviewerFeedback: z.optional(ruledText(whyNotMeetingFeedback)),
    /** Empty: skipped. */
    intervieweeFeedback: z.optional(
      ruledText((feedback) => (feedback === '' ? null : whyNotMeetingFeedback(feedback))),
    ),
    note: z.optional(ruledText(whyNotMeetingNote)),
    level: z.optional(ruledInt(whyNotMeetingLevel)),
  }),
  answer: nothing,
  errors: ['interview-not-found', 'conflicting-interview', 'empty-request', ...reopenErrors, ...feedbackErrors],
  versioned: true,
})

/** The word `null` matches rows without any. */
const feedbackFilter = z.optional(
  z.pipe(
    queryText,
    z.transform((word) => (word === 'null' ? null : word)),
  ),
)

export const listInterviews = defineCall(calls.listInterviews, {
  may: 'interview.list',
  viewable: true,
  summary: 'Interviews with their two people, newest first; one’s own only, admins all',
  query: z.object({
    ids: queryIds,
    users: queryIds,
    interviewers: queryIds,
    interviewees: queryIds,
    interviewerFeedback: feedbackFilter,
    intervieweeFeedback: feedbackFilter,
    slots: queryIds,
    sessions: z.optional(queryList(text(64))),
    statuses: z.optional(queryList(queryOneOf(InterviewStatus))),
    start: z.optional(dateFilter),
    end: z.optional(dateFilter),
    createdAt: z.optional(dateFilter),
    ...sorting('createdAt', 'start'),
    ...paging,
  }),
  answer: listOf(interviewWithMembers),
  errors: [],
})

export const selectInterviewManager = defineCall(calls.selectInterviewManager, {
  may: 'interview.select',
  viewable: true,
  summary: 'The tutor manager who can interview soonest',
  answer: person,
  errors: ['user-not-found', 'conflicting-interview'],
})
