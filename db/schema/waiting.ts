import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, oneOf } from './columns.ts'
import { users } from './users.ts'

/** Students who wait for a time of a tutor, in the order in which they came. A trigger deletes the row when they book with the tutor. */
export const waits = sqliteTable(
  'waits',
  {
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    /** Only for times in the evening. */
    isEvening: flag('is_evening').notNull().default(false),
    /** The offers that ran out; a trigger counts them, and deletes the row at the third. */
    lapsed: integer('lapsed').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.studentId, t.tutorId] }),
    index('waits_tutor').on(t.tutorId, t.createdAt),
    check('waits_lapsed', sql`${t.lapsed} BETWEEN 0 AND 3`),
  ],
)

/**
 * Times of tutors for whom somebody waits that were freed or opened, until they have been offered. Triggers insert the rows, whatever
 * frees or opens the time.
 */
export const freedTimes = sqliteTable(
  'freed_times',
  {
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tutorId, t.start, t.end] })],
)

const OUTCOMES = ['booked', 'lapsed', 'left'] as const

/** Times that were offered to waiting students; one at a time to a student, and each time once to the same student. */
export const timeOffers = sqliteTable(
  'time_offers',
  {
    id: id(),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    until: instant('until').notNull(),
    /** Null while it runs, and after its end until a job has noticed; `left` by who declined it or stopped waiting. */
    outcome: text('outcome', { enum: OUTCOMES }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('time_offers_running').on(t.studentId).where(sql`outcome IS NULL`),
    uniqueIndex('time_offers_once').on(t.studentId, t.tutorId, t.start),
    index('time_offers_due').on(t.until).where(sql`outcome IS NULL`),
    check('time_offers_outcome', sql`${t.outcome} IS NULL OR ${oneOf(t.outcome, OUTCOMES)}`),
  ],
)
