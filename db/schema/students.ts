import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAX_WEEKLY_GOAL } from '#domain/students/week'
import { EnglishLevel, TimeOfDay } from '#domain/users/profile'
import { createdAt, isMember, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** The profile of a student, with the id of the account. */
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
    /** The student's goal of lessons per week; null without one. */
    weeklyGoal: integer('weekly_goal'),
  },
  (t) => [
    check('students_level', isMember(t.englishLevel, EnglishLevel)),
    check('students_goal', sql`${t.weeklyGoal} BETWEEN 1 AND ${sql.raw(String(MAX_WEEKLY_GOAL))}`),
    check('students_period', isMember(t.timePeriod, TimeOfDay)),
  ],
)
