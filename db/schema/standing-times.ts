import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { LocalDay } from '#domain/cairo'
import { LESSON_DURATIONS, type LessonDuration } from '#domain/lessons/durations'
import { standingStates, weekStates, whysOff } from '#domain/lessons/standing-times'
import { between, createdAt, flag, id, instant, oneOf, updatedAt } from './columns.ts'
import { lessons } from './lessons.ts'
import { users } from './users.ts'

/**
 * Weekly times of a student with a tutor. Triggers refuse two accepted ones of a tutor that overlap, more than three of a student,
 * and any change of one that is over.
 */
export const standingTimes = sqliteTable(
  'standing_times',
  {
    id: id(),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    /** By Cairo's clock: 0 for Sunday to 6 for Saturday, and minutes after midnight. */
    weekday: integer('weekday').notNull(),
    minute: integer('minute').notNull(),
    duration: integer('duration').$type<LessonDuration>().notNull(),
    state: text('state', { enum: standingStates }).notNull().default('asked'),
    /** Until when the tutor can accept it. */
    askedUntil: instant('asked_until').notNull(),
    acceptedAt: instant('accepted_at'),
    /** From when on it keeps no time; null while it has not ended. */
    endsAt: instant('ends_at'),
    /** Null also where nobody ended it, as without a plan. */
    endedBy: integer('ended_by').references(() => users.id),
    /** The last day up to which its weeks are stored; by it the job finds those to go on with. */
    reservedTo: text('reserved_to').$type<LocalDay>().notNull().default('0000-01-01'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('standing_times_taken').on(t.tutorId, t.weekday, t.minute).where(sql`state = 'accepted'`),
    uniqueIndex('standing_times_open').on(t.studentId, t.weekday, t.minute).where(sql`state IN ('asked', 'accepted')`),
    index('standing_times_student').on(t.studentId, t.createdAt),
    index('standing_times_tutor').on(t.tutorId, t.createdAt),
    // For the figures.
    index('standing_times_running').on(t.studentId).where(sql`state = 'accepted'`),
    index('standing_times_asked').on(t.askedUntil).where(sql`state = 'asked'`),
    index('standing_times_due').on(t.reservedTo).where(sql`state = 'accepted'`),
    check('standing_times_state', oneOf(t.state, standingStates)),
    check('standing_times_weekday', between(t.weekday, 0, 6)),
    check('standing_times_minute', sql`${t.minute} BETWEEN 0 AND 1425 AND ${t.minute} % 15 = 0`),
    check('standing_times_duration', oneOf(t.duration, LESSON_DURATIONS)),
    check('standing_times_accepted', sql`${t.state} <> 'accepted' OR ${t.acceptedAt} IS NOT NULL`),
    check('standing_times_ended', sql`(${t.state} = 'ended') = (${t.endsAt} IS NOT NULL)`),
  ],
)

/**
 * The coming weeks of accepted standing times. Triggers keep the quarter hours of a reserved one in `busy_quarters`, under its own
 * session, so that nobody else can book them.
 */
export const standingWeeks = sqliteTable(
  'standing_weeks',
  {
    standingTimeId: integer('standing_time_id')
      .notNull()
      .references(() => standingTimes.id),
    day: text('day').$type<LocalDay>().notNull(),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    sessionId: text('session_id').notNull().unique(),
    state: text('state', { enum: weekStates }).notNull(),
    /** Why nothing is reserved. */
    why: text('why', { enum: whysOff }),
    /** Whether those whom it concerns have been told that nothing is reserved. */
    isTold: flag('is_told').notNull().default(false),
    /** The lesson that was made of it, by the job or by the student. */
    lessonId: integer('lesson_id').references(() => lessons.id),
  },
  (t) => [
    primaryKey({ columns: [t.standingTimeId, t.day] }),
    index('standing_weeks_student').on(t.studentId, t.start),
    index('standing_weeks_tutor').on(t.tutorId, t.start),
    index('standing_weeks_start').on(t.start),
    index('standing_weeks_lesson').on(t.lessonId).where(sql`lesson_id IS NOT NULL`),
    check('standing_weeks_state', oneOf(t.state, weekStates)),
    check('standing_weeks_why', sql`(${t.state} = 'off') = (${t.why} IS NOT NULL)`),
    check('standing_weeks_whys', sql`${t.why} IS NULL OR ${oneOf(t.why, whysOff)}`),
    check('standing_weeks_lesson', sql`(${t.state} = 'booked') = (${t.lessonId} IS NOT NULL)`),
    check('standing_weeks_grid', sql`${t.start} % 900000 = 0 AND ${t.end} - ${t.start} IN (900000, 1800000)`),
    check('standing_weeks_session', sql`${t.sessionId} GLOB 'lesson:*'`),
  ],
)
