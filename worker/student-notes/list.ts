import { desc, eq, sql } from 'drizzle-orm'
import type { listStudentNotes } from '#contract/student-notes'
import { studentNotes } from '#db/schema/lesson-notes'
import type { Act } from '../http/bind.ts'
import { findStudent } from '../students/store.ts'
import { peopleOf } from '../users/store.ts'

/**
 * Who has notes about a student, the latest first. The text itself is never read (docs/rules/lessons.md 9.3).
 * @throws DomainError `student-not-found`.
 */
export const list: Act<typeof listStudentNotes> = async ({ db, params: { id } }) => {
  await findStudent(db, id)
  const rows = await db
    .select({
      tutorId: studentNotes.tutorId,
      characters: sql<number>`length(${studentNotes.text})`,
      updatedAt: studentNotes.updatedAt,
    })
    .from(studentNotes)
    .where(eq(studentNotes.studentId, id))
    .orderBy(desc(studentNotes.updatedAt))
  const people = await peopleOf(
    db,
    rows.map(({ tutorId }) => tutorId),
  )
  return rows.map(({ tutorId, characters, updatedAt }) => ({
    tutor: people.get(tutorId) ?? { id: tutorId, name: null, image: null },
    characters,
    updatedAt,
  }))
}
