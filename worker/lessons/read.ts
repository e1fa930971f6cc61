import { eq } from 'drizzle-orm'
import type { getLesson } from '#contract/lessons'
import { lessons } from '#db/schema/lessons'
import { DomainError } from '#domain/errors'
import { grantOf } from '#domain/permissions'
import { type ReadRequest, reading } from '../http/bind.ts'
import { readAsManagerStatement } from './candidates.ts'
import { lessonViews, viewStatement } from './views.ts'

/**
 * A lesson with its members (docs/rules/lessons.md 5.1).
 * @throws DomainError `lesson-not-found`, `forbidden` for a user who is neither a member nor an admin, nor a manager of their tutor.
 */
export const read = reading(
  ({ caller, params, db }: ReadRequest<typeof getLesson>) => [
    viewStatement(db, { where: eq(lessons.id, params.id), order: [], page: null }),
    readAsManagerStatement(db, caller, params.id),
  ],
  async (ctx, [found, asManager]) => {
    const { actor } = ctx
    const [lesson] = found
    if (!lesson) throw new DomainError('lesson-not-found')
    const isOpen =
      grantOf('lesson.read', actor.role) === 'any' ||
      lesson.members.some(({ userId }) => userId === actor.id) ||
      asManager.length > 0
    if (!isOpen) throw new DomainError('forbidden')
    const [answer] = await lessonViews(ctx, found, actor)
    if (!answer) throw new DomainError('lesson-not-found')
    return answer
  },
)
