import { getTableColumns } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const count = (name: string) => integer(name).notNull().default(0)

/**
 * The lessons that are not cancelled, also those to come, by the hour in which they begin. Triggers keep it in the batch of each
 * booking, change and cancellation, so that what is counted of all tutors reads hours and no lessons.
 */
export const lessonHours = sqliteTable('lesson_hours', {
  /** The first instant of the hour, epoch milliseconds: an hour of Cairo is one of UTC. */
  start: integer('start').primaryKey(),
  paidLessons: count('paid_lessons'),
  paidMinutes: count('paid_minutes'),
  freeLessons: count('free_lessons'),
  freeMinutes: count('free_minutes'),
  /** The minutes of each tutor, by the id, as a JSON object: one row for all of them, since each has few lessons in an hour. */
  tutors: text('tutors', { mode: 'json' }).$type<Record<string, number>>().notNull().default({}),
})

/** What is counted of all tutors together. */
const { tutors: _tutors, ...ofAll } = getTableColumns(lessonHours)
export const hourColumns = ofAll
