import type { disputeLesson } from '#contract/lesson-decisions'
import { reports } from '#db/schema/reports'
import { DomainError, refuse } from '#domain/errors'
import { whyNotDisputable } from '#domain/lessons/dispute'
import { isStudent } from '#domain/roles'
import { isMinor } from '#domain/students/guardians'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { violationIn } from '../http/constraints.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { changeStatements, foundForChange, lessonOf } from './store.ts'

/** The title is Arabic, as are the staff's screens. */
const titleOf = (lessonId: number) => `اعتراض على الحصة ${lessonId}`

/**
 * A member disputes the outcome of a lesson: a report in the staff inbox that names the lesson (docs/rules/lessons.md
 * 10.5). A unique key lets each member dispute a lesson once.
 * @throws DomainError `lesson-not-found`, `forbidden`, `lesson-not-disputable`, `lesson-already-disputed`.
 */
export const dispute = reading(
  ({ params, db }: ReadRequest<typeof disputeLesson>) => changeStatements(db, params.id),
  async ({ actor, params, body, db, env, now, after }: ActContext<typeof disputeLesson>, read) => {
    const found = foundForChange(read)
    refuse(whyNotDisputable(found && lessonOf(found), actor.id, now))
    try {
      const title = titleOf(params.id)
      await db.insert(reports).values({
        userId: actor.id,
        lessonId: params.id,
        byMinor: isStudent(actor.role) && isMinor(actor.birthYear, now),
        title,
        foldedTitle: title,
        description: body.text,
        foldedDescription: body.text,
        createdAt: now,
        updatedAt: now,
      })
    } catch (error) {
      if (violationIn(error)) throw new DomainError('lesson-already-disputed')
      throw error
    }
    after(notifyQueues(env, 'reports', 'lesson-pay'))
    return undefined
  },
)
