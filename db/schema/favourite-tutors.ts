import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** A student's favourite tutors; the key prevents duplicates (docs/rules/tutors.md 7.1). */
export const favouriteTutors = sqliteTable(
  'favourite_tutors',
  {
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.studentId, t.tutorId] }), index('favourite_tutors_tutor').on(t.tutorId)],
)
