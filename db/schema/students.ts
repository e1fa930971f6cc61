import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EnglishLevel, TimeOfDay } from '#domain/users/profile'
import { createdAt, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** What a student says about their learning; the same id as the account. */
export const students = sqliteTable(
  'students',
  {
    id: integer('id')
      .primaryKey()
      .references(() => users.id),
    jobTitle: text('job_title'),
    englishLevel: integer('english_level').$type<EnglishLevel>(),
    learningObjective: text('learning_objective'),
    timePeriod: integer('time_period').$type<TimeOfDay>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('students_level', sql`${t.englishLevel} BETWEEN 1 AND 6`),
    check('students_period', sql`${t.timePeriod} BETWEEN 0 AND 4`),
  ],
)
