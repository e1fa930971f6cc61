import * as z from 'zod/mini'
import { whyNotMeetingFeedback, whyNotMeetingLevel, whyNotMeetingNote } from '#domain/meetings/feedback'
import { InterviewStatus, MeetingStatus } from '#domain/meetings/statuses'
import { defineCall } from './call.ts'
import * as calls from './calls/meetings.ts'
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

/**
 * The two kinds of meeting. On the wire they differ in the names of their people, feedback and filters; the schemas of those
 * fields are declared once here.
 */

/** What one of the two people wrote. The tutor's is null when not given yet, and empty when skipped. */
const writtenFeedback = z.nullable(z.string())
const judgement = { note: z.nullable(z.string()), level: z.nullable(z.int()) }

/** Thirty minutes of a tutor manager's time with a tutor. */
const interview = {
  id,
  interviewerId: id,
  intervieweeId: id,
  interviewerFeedback: writtenFeedback,
  intervieweeFeedback: writtenFeedback,
  ...judgement,
  slotId: id,
  sessionId: z.string(),
  start: instant,
  status: oneOf(InterviewStatus),
  ...times,
}

/** Thirty minutes in which a tutor teaches a tutor manager; the slot is the manager's. */
const demoSession = {
  id,
  sessionId: z.string(),
  tutorId: id,
  slotId: id,
  start: instant,
  status: oneOf(MeetingStatus),
  tutorManagerFeedback: writtenFeedback,
  tutorFeedback: writtenFeedback,
  ...judgement,
  ...times,
}

export const interviewWithMembers = z.object({ ...interview, interviewer: member, interviewee: member })
export type InterviewWithMembers = z.input<typeof interviewWithMembers>

export const demoSessionWithMembers = z.object({ ...demoSession, tutor: member, tutorManager: member })
export type DemoSessionWithMembers = z.input<typeof demoSessionWithMembers>

const booking = z.object({ slotId: id, start: instant })

export const bookInterview = defineCall(calls.bookInterview, {
  may: 'interview.book',
  binds: true,
  summary: 'Book an interview in a tutor manager’s free time',
  body: booking,
  answer: nothing,
  errors: ['slot-not-found', 'user-not-found', 'conflicting-interview', 'busy-tutor-manager', 'conflicting-schedule'],
  creates: true,
})

export const bookDemoSession = defineCall(calls.bookDemoSession, {
  may: 'demoSession.book',
  binds: true,
  summary: 'Book a demo session in a tutor manager’s free time, once the intro video is approved',
  body: booking,
  answer: nothing,
  errors: [
    'slot-not-found',
    'tutor-not-found',
    'inactive-tutor-manager',
    'demo-session-exists',
    'busy-tutor-manager',
    'conflicting-schedule',
  ],
  creates: true,
})

const managerFeedback = z.optional(ruledText(whyNotMeetingFeedback))
/** Empty: skipped. */
const tutorFeedback = z.optional(ruledText((feedback) => (feedback === '' ? null : whyNotMeetingFeedback(feedback))))
const judging = {
  note: z.optional(ruledText(whyNotMeetingNote)),
  level: z.optional(ruledInt(whyNotMeetingLevel)),
}

const updateErrors = [
  'empty-request',
  // Of reopening a judged meeting before its end, whose time may be taken by now.
  'slot-not-found',
  'busy-tutor-manager',
  'conflicting-schedule',
  'interview-feedback-invalid-html',
  'interview-feedback-too-short',
  'interview-feedback-too-long',
  'interview-note-invalid-html',
  'interview-note-too-short',
  'interview-note-too-long',
  'too-low-interview-level',
  'too-high-interview-level',
  'meeting-score-required',
] as const

export const updateInterview = defineCall(calls.updateInterview, {
  may: 'interview.update',
  summary: 'The interviewee cancels or gives feedback, the interviewer judges, an admin anything',
  body: z.object({
    id,
    status: z.optional(oneOf(InterviewStatus)),
    interviewerFeedback: managerFeedback,
    intervieweeFeedback: tutorFeedback,
    ...judging,
  }),
  answer: nothing,
  errors: ['interview-not-found', 'conflicting-interview', ...updateErrors],
  versioned: true,
})

export const updateDemoSession = defineCall(calls.updateDemoSession, {
  may: 'demoSession.update',
  summary: 'The tutor cancels or gives feedback, the manager judges or cancels, an admin anything',
  body: z.object({
    id,
    status: z.optional(oneOf(MeetingStatus)),
    tutorManagerFeedback: managerFeedback,
    tutorFeedback,
    ...judging,
  }),
  answer: nothing,
  errors: ['demo-session-not-found', 'demo-session-exists', ...updateErrors],
  versioned: true,
})

const dates = z.optional(dateFilter)
const sessionIds = z.optional(queryList(text(64)))
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
    sessions: sessionIds,
    statuses: z.optional(queryList(queryOneOf(InterviewStatus))),
    start: dates,
    end: dates,
    createdAt: dates,
    ...sorting('createdAt', 'start'),
    ...paging,
  }),
  answer: listOf(interviewWithMembers),
  errors: [],
})

export const listDemoSessions = defineCall(calls.listDemoSessions, {
  may: 'demoSession.list',
  viewable: true,
  summary: 'Demo sessions: a tutor’s own by tutorIds, a manager’s own by tutorManagerIds, admins all',
  query: z.object({
    ids: queryIds,
    sessionIds,
    tutorIds: queryIds,
    slotIds: queryIds,
    tutorManagerIds: queryIds,
    statuses: z.optional(queryList(queryOneOf(MeetingStatus))),
    start: dates,
    createdAt: dates,
    updatedAt: dates,
    ...sorting('createdAt', 'start', 'updatedAt'),
    ...paging,
  }),
  answer: listOf(demoSessionWithMembers),
  errors: [],
})

export const selectInterviewManager = defineCall(calls.selectInterviewManager, {
  may: 'interview.select',
  viewable: true,
  summary: 'The tutor manager who can interview soonest',
  answer: person,
  errors: ['user-not-found', 'conflicting-interview'],
})
