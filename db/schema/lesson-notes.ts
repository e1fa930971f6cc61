import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { MAX_STUDENT_NOTES, MAX_SUMMARY } from '#domain/lessons/notes'
import { createdAt, id, literals, updatedAt } from './columns.ts'
import { lessons } from './lessons.ts'
import { users } from './users.ts'

/** A tutor's private notes about a student: one text per pair (docs/rules/lessons.md 9.3). */
export const studentNotes = sqliteTable(
  'student_notes',
  {
    id: id(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('student_notes_text', sql`length(${t.text}) BETWEEN 1 AND ${literals(MAX_STUDENT_NOTES)}`),
    check('student_notes_pair', sql`${t.tutorId} <> ${t.studentId}`),
    uniqueIndex('student_notes_once').on(t.tutorId, t.studentId),
    index('student_notes_student').on(t.studentId, t.updatedAt),
  ],
)

/** The tutor's summary of a lesson, for both members (docs/rules/lessons.md 9.1). */
export const lessonSummaries = sqliteTable(
  'lesson_summaries',
  {
    lessonId: integer('lesson_id')
      .primaryKey()
      .references(() => lessons.id),
    text: text('text').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [check('lesson_summaries_text', sql`length(${t.text}) BETWEEN 1 AND ${literals(MAX_SUMMARY)}`)],
)
