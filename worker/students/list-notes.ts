import { desc, eq, sql } from 'drizzle-orm'
import type { listStudentNotes } from '#contract/student-notes'
import { studentNotes } from '#db/schema/lesson-notes'
import { type ReadRequest, reading } from '../http/bind.ts'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'
import { studentOf, studentStatements } from './store.ts'

/**
 * The authors of notes about a student, latest first. The text itself is never read (docs/rules/lessons.md 9.3).
 * @throws DomainError `student-not-found`.
 */
export const list = reading(
  ({ db, params: { id } }: ReadRequest<typeof listStudentNotes>) => [
    ...studentStatements(db, id),
    db
      .select({
        tutorId: studentNotes.tutorId,
        characters: sql<number>`length(${studentNotes.text})`,
        updatedAt: studentNotes.updatedAt,
      })
      .from(studentNotes)
      .where(eq(studentNotes.studentId, id))
      .orderBy(desc(studentNotes.updatedAt)),
    peopleStatement(db, sql`SELECT tutor_id FROM student_notes WHERE student_id = ${id}`),
  ],
  async (_, [accounts, profiles, rows, tutors]) => {
    studentOf([accounts, profiles])
    const people = peopleById(tutors)
    return rows.map(({ tutorId, characters, updatedAt }) => ({
      tutor: personAmong(people, tutorId),
      characters,
      updatedAt,
    }))
  },
)
