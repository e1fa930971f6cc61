import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LESSON_DURATIONS, type LessonDuration } from '#domain/lessons/durations'
import { availabilitySlots } from './availability.ts'
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A booked lesson. Triggers keep a cancellation as it was first made. */
export const lessons = sqliteTable(
  'lessons',
  {
    id: id(),
    start: instant('start').notNull(),
    duration: integer('duration').$type<LessonDuration>().notNull(),
    /** The tutor's share in piastres. */
    price: integer('price').notNull(),
    slotId: integer('slot_id')
      .notNull()
      .references(() => availabilitySlots.id),
    sessionId: text('session_id').notNull().unique(),
    canceledBy: integer('canceled_by').references(() => users.id),
    canceledAt: instant('canceled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('lessons_duration', oneOf(t.duration, LESSON_DURATIONS)),
    check('lessons_grid', sql`${t.start} % 900000 = 0`),
    check('lessons_session', sql`${t.sessionId} LIKE 'lesson:%'`),
    check('lessons_price', sql`${t.price} >= 0`),
    check('lessons_cancellation', sql`(${t.canceledBy} IS NULL) = (${t.canceledAt} IS NULL)`),
    index('lessons_start').on(t.start),
    index('lessons_slot').on(t.slotId),
  ],
)

/** The two people of a lesson. */
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
 * The quarter hours (floor(ms / 900000)) that a person is taken in, by a lesson, an interview or a demo session: each
 * can be had once, whichever code writes it. Cancelling deletes by the session.
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
    check(
      'busy_quarters_kind',
      sql`${t.sessionId} GLOB 'lesson:*' OR ${t.sessionId} GLOB 'interview:*' OR ${t.sessionId} GLOB 'demo:*'`,
    ),
  ],
)

/** A student's one upcoming lesson; the row of one that has ended is cleared by the next booking. */
export const upcomingLessons = sqliteTable('upcoming_lessons', {
  studentId: integer('student_id')
    .primaryKey()
    .references(() => users.id),
  lessonId: integer('lesson_id')
    .notNull()
    .unique()
    .references(() => lessons.id),
  endsAt: instant('ends_at').notNull(),
})
