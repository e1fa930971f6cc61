import type { cancelLesson as contract } from '#contract/lessons'
import { cancelLesson } from '#domain/lessons/cancellation'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { cancellationStatements, findForChange, lessonOf } from './store.ts'

/**
 * Cancels a lesson (docs/rules/lessons.md 4.1). For a lesson that is cancelled already it succeeds and changes nothing.
 * @throws DomainError `lesson-not-found`, `forbidden`, `lesson-time-passed`.
 */
export const cancel: Act<typeof contract> = async (at) => {
  const { actor, params, db, env, now, after } = at
  const decide = async () => {
    const found = await findForChange(db, params.id)
    const cancellation = cancelLesson(found && lessonOf(found), actor.id, now)
    return found && cancellation && { found, cancellation }
  }
  const { decision } = await decideAndWrite(
    decide,
    async (decided) => {
      if (!decided) return
      const { canceledAt } = decided.cancellation
      await db.batch([
        ...cancellationStatements(db, decided.found, decided.cancellation, now),
        ...auditStatements(at, {
          act: 'lesson.cancel',
          kind: 'lesson',
          id: params.id,
          before: { canceledAt: null },
          after: { canceledAt },
        }),
      ])
    },
    'illegal',
  )
  if (!decision) return undefined
  const { row, tutor, student } = decision.found
  after(
    notifyLessonChange(
      env,
      db,
      'LessonCanceled',
      { lessonId: row.id, sessionId: row.sessionId, tutorId: tutor.id, studentId: student.id },
      now,
    ),
  )
  return undefined
}
