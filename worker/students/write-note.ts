import { eq } from 'drizzle-orm'
import type { writeStudentNotes } from '#contract/student-notes'
import { batchReturning } from '#db/batch'
import { studentNotes } from '#db/schema/lesson-notes'
import { DomainError } from '#domain/errors'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { notesOf, sharedLesson } from './note-store.ts'

/** The audit log records only the length of the notes, not their text. */
const lengthOf = (text: string | undefined) => ({ characters: text?.length ?? 0 })

/**
 * Writes the tutor's own notes about a student, or removes them with an empty text (docs/rules/lessons.md 9.3).
 * @throws DomainError `student-not-found` for a student with whom the tutor has no past or upcoming lesson;
 * `version-conflict`.
 */
export const write = reading(
  ({ caller, params, db }: ReadRequest<typeof writeStudentNotes>) => {
    const pair = { tutorId: caller.id, studentId: params.id }
    return [sharedLesson(db, pair), notesOf(db, pair)]
  },
  async (ctx: ActContext<typeof writeStudentNotes>, [[shared], [stored]]) => {
    const { actor, db, params, body, now } = ctx
    const pair = { tutorId: actor.id, studentId: params.id }
    if (!shared) throw new DomainError('student-not-found')
    if (stored) assertVersion(ctx, stored)
    const before = [
      ...(stored ? [versionStatement(ctx, studentNotes, stored.id)] : []),
      ...auditStatements(ctx, {
        act: 'student.writeNotes',
        kind: 'student',
        id: params.id,
        before: lengthOf(stored?.text),
        after: lengthOf(body.text),
      }),
    ]
    if (body.text === '') {
      if (stored)
        await batchReturning(db, before, db.delete(studentNotes).where(eq(studentNotes.id, stored.id)).returning())
      return null
    }
    const saved = db
      .insert(studentNotes)
      .values({ ...pair, text: body.text, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [studentNotes.tutorId, studentNotes.studentId],
        set: { text: body.text, updatedAt: nextVersion(studentNotes, now) },
      })
      .returning()
    const [notes] = await batchReturning(db, before, saved)
    if (!notes) throw new Error('The notes were not returned')
    return { text: notes.text, updatedAt: notes.updatedAt }
  },
)
