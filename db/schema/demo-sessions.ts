import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { MeetingStatus } from '#domain/meetings/statuses'
import { availabilitySlots } from './availability.ts'
import { createdAt, id, instant, isMember, literals, sequence, updatedAt } from './columns.ts'
import { tutors } from './tutors.ts'

/**
 * A demo session of an applying tutor with a tutor manager, who owns the slot. The tutor's feedback is null until given,
 * and empty if skipped. At most one pending or passed per tutor.
 */
export const demoSessions = sqliteTable(
  'demo_sessions',
  {
    id: id(),
    sessionId: text('session_id').notNull().unique(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => tutors.id),
    slotId: integer('slot_id')
      .notNull()
      .references(() => availabilitySlots.id),
    start: instant('start').notNull(),
    tutorManagerFeedback: text('tutor_manager_feedback'),
    tutorFeedback: text('tutor_feedback'),
    note: text('note'),
    level: integer('level'),
    status: integer('status').$type<MeetingStatus>().notNull().default(MeetingStatus.Pending),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    sequence: sequence(),
  },
  (t) => [
    check('demo_sessions_status', isMember(t.status, MeetingStatus)),
    check('demo_sessions_level', sql`${t.level} BETWEEN 1 AND 5`),
    check('demo_sessions_grid', sql`${t.start} % 900000 = 0`),
    uniqueIndex('demo_sessions_one')
      .on(t.tutorId)
      .where(sql`status IN (${literals(MeetingStatus.Pending, MeetingStatus.Passed)})`),
    index('demo_sessions_slot').on(t.slotId),
    index('demo_sessions_created').on(t.createdAt),
    index('demo_sessions_updated').on(t.updatedAt),
    index('demo_sessions_start').on(t.start),
    index('demo_sessions_tutor').on(t.tutorId, t.createdAt),
    index('demo_sessions_status_created').on(t.status, t.createdAt),
    index('demo_sessions_waiting')
      .on(t.start)
      .where(sql`status = ${literals(MeetingStatus.Pending)}`),
  ],
)
