import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

const count = (name: string) => integer(name).notNull().default(0)

/**
 * What a tutor's card counts (docs/rules/tutors.md 2.5), and the minutes of 3.6. Triggers keep it in the batch of each booking, cancellation and rating, so
 * that nothing counts a history again. A person without a row has neither lessons nor ratings.
 */
export const cardCounts = sqliteTable('card_counts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Lessons that are not cancelled, also those to come. */
  lessons: count('lessons'),
  /** How long these lessons are together. */
  minutes: count('minutes'),
  /** Different students of these lessons. */
  students: count('students'),
  ratings: count('ratings'),
  /** The sum of the ratings' values. */
  stars: count('stars'),
})

/** How many lessons that are not cancelled a student has with a tutor; 0 once all are. */
export const taughtStudents = sqliteTable(
  'taught_students',
  {
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    lessons: integer('lessons').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tutorId, t.studentId] })],
)
