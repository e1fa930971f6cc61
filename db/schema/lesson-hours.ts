import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

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
})
