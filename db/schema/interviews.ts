import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { InterviewStatus, MeetingStatus } from '#domain/meetings/statuses'
import { availabilitySlots } from './availability.ts'
import { createdAt, folded, id, instant, isMember, literals, sequence, updatedAt } from './columns.ts'
import { users } from './users.ts'

/**
 * An interview of an applying tutor with a tutor manager. The tutor's feedback is null until given, and empty if skipped.
 * At most one pending interview per tutor.
 */
export const interviews = sqliteTable(
  'interviews',
  {
    id: id(),
    sessionId: text('session_id').notNull().unique(),
    interviewerId: integer('interviewer_id')
      .notNull()
      .references(() => users.id),
    intervieweeId: integer('interviewee_id')
      .notNull()
      .references(() => users.id),
    interviewerFeedback: text('interviewer_feedback'),
    foldedInterviewerFeedback: folded('folded_interviewer_feedback'),
    intervieweeFeedback: text('interviewee_feedback'),
    foldedIntervieweeFeedback: folded('folded_interviewee_feedback'),
    note: text('note'),
    level: integer('level'),
    slotId: integer('slot_id')
      .notNull()
      .references(() => availabilitySlots.id),
    start: instant('start').notNull(),
    status: integer('status').$type<InterviewStatus>().notNull().default(MeetingStatus.Pending),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    sequence: sequence(),
  },
  (t) => [
    check('interviews_status', isMember(t.status, InterviewStatus)),
    check('interviews_level', sql`${t.level} BETWEEN 1 AND 5`),
    check('interviews_session', sql`${t.sessionId} LIKE 'interview:%'`),
    check('interviews_members', sql`${t.interviewerId} <> ${t.intervieweeId}`),
    uniqueIndex('interviews_one')
      .on(t.intervieweeId)
      .where(sql`status = ${literals(MeetingStatus.Pending)}`),
    check('interviews_grid', sql`${t.start} % 900000 = 0`),
    index('interviews_interviewer').on(t.interviewerId, t.start),
    index('interviews_interviewee').on(t.intervieweeId, t.createdAt),
    index('interviews_slot').on(t.slotId),
    index('interviews_created').on(t.createdAt),
    index('interviews_start').on(t.start),
    index('interviews_interviewer_created').on(t.interviewerId, t.createdAt),
    index('interviews_status_created').on(t.status, t.createdAt),
    index('interviews_waiting')
      .on(t.start)
      .where(sql`status = ${literals(MeetingStatus.Pending)}`),
    index('interviews_waiting_for')
      .on(t.interviewerId, t.start)
      .where(sql`status = ${literals(MeetingStatus.Pending)}`),
  ],
)
