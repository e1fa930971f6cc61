import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LESSON_DURATIONS, type LessonDuration } from '#domain/lessons/durations'
import { availabilitySlots } from './availability.ts'
import { createdAt, id, instant, oneOf, sequence, updatedAt } from './columns.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

/** A booked lesson. Triggers refuse to change a cancellation. */
export const lessons = sqliteTable(
  'lessons',
  {
    id: id(),
    start: instant('start').notNull(),
    duration: integer('duration').$type<LessonDuration>().notNull(),
    /** The tutor's pay, in piastres. */
    price: integer('price').notNull(),
    slotId: integer('slot_id')
      .notNull()
      .references(() => availabilitySlots.id),
    sessionId: text('session_id').notNull().unique(),
    canceledBy: integer('canceled_by').references(() => users.id),
    canceledAt: instant('canceled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    sequence: sequence(),
  },
  (t) => [
    check('lessons_duration', oneOf(t.duration, LESSON_DURATIONS)),
    check('lessons_grid', sql`${t.start} % 900000 = 0`),
    check('lessons_session', sql`${t.sessionId} LIKE 'lesson:%'`),
    check('lessons_price', sql`${t.price} >= 0`),
    check('lessons_cancellation', sql`(${t.canceledBy} IS NULL) = (${t.canceledAt} IS NULL)`),
    index('lessons_start').on(t.start),
    // Covering: counting and summing the lessons of a window reads no table row.
    index('lessons_window').on(t.start, t.duration),
    index('lessons_ratified').on(t.start, t.duration, t.price, t.slotId).where(sql`canceled_at IS NULL`),
    index('lessons_canceled').on(t.start).where(sql`canceled_at IS NOT NULL`),
    // Cancellations in the order in which they were made.
    index('lessons_canceled_at').on(t.canceledAt).where(sql`canceled_at IS NOT NULL`),
    index('lessons_canceled_by').on(t.canceledBy, t.start).where(sql`canceled_at IS NOT NULL`),
    index('lessons_created').on(t.createdAt),
    index('lessons_slot').on(t.slotId),
  ],
)

/** The student and the tutor of a lesson. */
export const lessonMembers = sqliteTable(
  'lesson_members',
  {
    lessonId: integer('lesson_id')
      .notNull()
      .references(() => lessons.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.lessonId, t.userId] }), index('lesson_members_user').on(t.userId)],
)

/**
 * The quarter hours (epoch milliseconds / 900000) in which a person has a lesson, an interview or a demo session. The
 * primary key refuses a second session in the same quarter. A cancellation deletes the rows of its session; a job deletes
 * those of past sessions.
 */
export const busyQuarters = sqliteTable(
  'busy_quarters',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    quarter: integer('quarter').notNull(),
    sessionId: text('session_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.quarter] }),
    index('busy_quarters_session').on(t.sessionId),
    // For deleting old rows.
    index('busy_quarters_quarter').on(t.quarter),
    check(
      'busy_quarters_kind',
      sql`${t.sessionId} GLOB 'lesson:*' OR ${t.sessionId} GLOB 'interview:*' OR ${t.sessionId} GLOB 'demo:*'`,
    ),
  ],
)

/**
 * The upcoming lessons of students. The next booking, or a job, deletes the rows of lessons that have ended. A trigger refuses more of
 * one student than the subscription allows that is current when the new one is booked.
 */
export const upcomingLessons = sqliteTable(
  'upcoming_lessons',
  {
    lessonId: integer('lesson_id')
      .primaryKey()
      .references(() => lessons.id),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    /** Without one, which only an older version of the worker writes, a single upcoming lesson is allowed. */
    subscriptionId: integer('subscription_id').references(() => subscriptions.id),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('upcoming_lessons_student').on(t.studentId, t.endsAt)],
)
