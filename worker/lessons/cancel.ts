import type { cancelLesson as contract } from '#contract/lessons'
import { cancelLesson } from '#domain/lessons/cancellation'
import type { Act } from '../http/bind.ts'
import { refusalIn } from '../http/constraints.ts'
import { tellLesson } from '../live/lessons.ts'
import { asRuled, cancellationStatements, findForChange } from './store.ts'

/**
 * DELETE /lesson/{id} (facts: lessons 2.6). A lesson that is cancelled already answers 200 and stays as it was.
 * @throws DomainError `lesson-not-found`, `forbidden`, `lesson-time-passed`.
 */
export const cancel: Act<typeof contract> = async ({ actor, params, db, env, now, after }) => {
  const found = await findForChange(db, params.id)
  const cancellation = cancelLesson(found && asRuled(found), actor.id, now)
  if (!found || !cancellation) return undefined
  try {
    await db.batch(cancellationStatements(db, found, cancellation, now))
  } catch (error) {
    // Somebody else cancelled or moved it meanwhile: what is true now decides.
    if (!refusalIn(error)) throw error
    const fresh = await findForChange(db, params.id)
    const again = cancelLesson(fresh && asRuled(fresh), actor.id, now)
    if (!fresh || !again) return undefined
    await db.batch(cancellationStatements(db, fresh, again, now))
  }
  after(
    tellLesson(
      env,
      db,
      'LessonCanceled',
      { lessonId: found.row.id, tutorId: found.tutor.id, studentId: found.student.id },
      now,
    ),
  )
  return undefined
}
