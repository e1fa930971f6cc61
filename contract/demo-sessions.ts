import * as z from 'zod/mini'
import { whyNotMeetingFeedback, whyNotMeetingLevel, whyNotMeetingNote } from '#domain/meetings/feedback'
import { MeetingStatus } from '#domain/meetings/statuses'
import { defineCall } from './call.ts'
import * as calls from './calls/demo-sessions.ts'
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
  ruledInt,
  ruledText,
  sorting,
  text,
  times,
} from './fields.ts'
import { feedbackErrors, reopenErrors } from './interviews.ts'
import { member } from './users.ts'

/** Thirty minutes in which a tutor teaches a tutor manager; the slot is the manager's. */
export const demoSession = z.object({
  id,
  sessionId: z.string(),
  tutorId: id,
  slotId: id,
  start: instant,
  status: oneOf(MeetingStatus),
  tutorManagerFeedback: z.nullable(z.string()),
  /** Null: not given yet; empty: skipped. */
  tutorFeedback: z.nullable(z.string()),
  note: z.nullable(z.string()),
  level: z.nullable(z.int()),
  ...times,
})
export type DemoSession = z.input<typeof demoSession>

export const demoSessionWithMembers = z.object({ ...demoSession.shape, tutor: member, tutorManager: member })
export type DemoSessionWithMembers = z.input<typeof demoSessionWithMembers>

export const bookDemoSession = defineCall(calls.bookDemoSession, {
  may: 'demoSession.book',
  summary: 'Book a demo session in a tutor manager’s free time, once the intro video is approved',
  body: z.object({ slotId: id, start: instant }),
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

export const updateDemoSession = defineCall(calls.updateDemoSession, {
  may: 'demoSession.update',
  summary: 'The tutor cancels or gives feedback, the manager judges or cancels, an admin anything',
  body: z.object({
    id,
    status: z.optional(oneOf(MeetingStatus)),
    tutorManagerFeedback: z.optional(ruledText(whyNotMeetingFeedback)),
    /** Empty: skipped. */
    tutorFeedback: z.optional(ruledText((feedback) => (feedback === '' ? null : whyNotMeetingFeedback(feedback)))),
    note: z.optional(ruledText(whyNotMeetingNote)),
    level: z.optional(ruledInt(whyNotMeetingLevel)),
  }),
  answer: nothing,
  errors: ['demo-session-not-found', 'demo-session-exists', 'empty-request', ...reopenErrors, ...feedbackErrors],
  versioned: true,
})

export const listDemoSessions = defineCall(calls.listDemoSessions, {
  may: 'demoSession.list',
  viewable: true,
  summary: 'Demo sessions: a tutor’s own by tutorIds, a manager’s own by tutorManagerIds, admins all',
  query: z.object({
    ids: queryIds,
    sessionIds: z.optional(queryList(text(64))),
    tutorIds: queryIds,
    slotIds: queryIds,
    tutorManagerIds: queryIds,
    statuses: z.optional(queryList(queryOneOf(MeetingStatus))),
    start: z.optional(dateFilter),
    createdAt: z.optional(dateFilter),
    updatedAt: z.optional(dateFilter),
    ...sorting('createdAt', 'start', 'updatedAt'),
    ...paging,
  }),
  answer: listOf(demoSessionWithMembers),
  errors: [],
})
