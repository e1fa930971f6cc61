import type { getLesson } from '#contract/lessons'
import { DomainError } from '#domain/errors'
import { grantOf } from '#domain/permissions'
import { type Asked, reading } from '../http/bind.ts'
import { lessonStatement, lessonWithMembers } from './store.ts'
import { lessonViews } from './views.ts'

/**
 * A lesson with its members (docs/rules/lessons.md 5.1).
 * @throws DomainError `lesson-not-found`, `forbidden` for a user who is neither a member nor staff.
 */
export const read = reading(
  ({ params, db }: Asked<typeof getLesson>) => [lessonStatement(db, params.id)],
  async (at, [rows]) => {
    const { actor } = at
    const found = lessonWithMembers(rows)
    if (!found) throw new DomainError('lesson-not-found')
    const isOpen = grantOf('lesson.read', actor.role) === 'any' || found.memberIds.includes(actor.id)
    if (!isOpen) throw new DomainError('forbidden')
    const [answer] = await lessonViews(at, [found.lesson], actor.id)
    if (!answer) throw new DomainError('lesson-not-found')
    return answer
  },
)
