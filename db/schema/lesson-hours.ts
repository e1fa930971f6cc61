import { getTableColumns } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const count = (name: string) => integer(name).notNull().default(0)

/**
 * Lessons that are not cancelled, including future ones, counted by the hour in which they begin. Triggers maintain the
 * counts in the batch of each booking, change and cancellation, so that statistics over all tutors read hours instead of
 * lessons.
 */
export const lessonHours = sqliteTable('lesson_hours', {
  /** The first instant of the hour, epoch milliseconds; hours in Cairo and UTC coincide. */
  start: integer('start').primaryKey(),
  paidLessons: count('paid_lessons'),
  paidMinutes: count('paid_minutes'),
  freeLessons: count('free_lessons'),
  freeMinutes: count('free_minutes'),
  /** The minutes per tutor id as a JSON object: one row for all tutors, since each has few lessons in an hour. */
  tutors: text('tutors', { mode: 'json' }).$type<Record<string, number>>().notNull().default({}),
})

/** The counts over all tutors. */
const { tutors: _tutors, ...ofAll } = getTableColumns(lessonHours)
export const hourColumns = ofAll
