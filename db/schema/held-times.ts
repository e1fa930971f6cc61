import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns.ts'
import { users } from './users.ts'

const KINDS = ['confirmation', 'offer'] as const

/**
 * Times of tutors that are kept for a student for some minutes: while they confirm one, or while one is offered to them. One of
 * each kind a student. Triggers refuse a hold and a student's booking that overlap the hold of another student, and ignore
 * holds whose `until` has passed; a job deletes these.
 */
export const heldTimes = sqliteTable(
  'held_times',
  {
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: KINDS }).notNull(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    heldAt: instant('held_at').notNull(),
    until: instant('until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studentId, t.kind] }),
    index('held_times_tutor').on(t.tutorId, t.until),
    // For deleting old rows.
    index('held_times_until').on(t.until),
    check('held_times_kind', oneOf(t.kind, KINDS)),
    check('held_times_grid', sql`${t.start} % 900000 = 0 AND ${t.end} % 900000 = 0`),
    check('held_times_length', sql`${t.end} - ${t.start} IN (900000, 1800000)`),
    check('held_times_until', sql`${t.until} > ${t.heldAt} AND ${t.until} - ${t.heldAt} <= 900000`),
  ],
)
