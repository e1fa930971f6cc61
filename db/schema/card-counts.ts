import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

const count = (name: string) => integer(name).notNull().default(0)

/**
 * The counts on a tutor's card (docs/rules/tutors.md 2.5), and the minutes of 3.6. Triggers maintain them in the batch of
 * each booking, cancellation and rating, so that reads never count a whole history. A person without a row has neither
 * lessons nor ratings.
 */
export const cardCounts = sqliteTable('card_counts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Lessons that are not cancelled, including future ones. */
  lessons: count('lessons'),
  /** The total minutes of these lessons. */
  minutes: count('minutes'),
  /** Distinct students of these lessons. */
  students: count('students'),
  ratings: count('ratings'),
  /** The sum of the ratings' values. */
  stars: count('stars'),
})

/** The number of lessons that a student has with a tutor and that are not cancelled; 0 once all are. */
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
