import { eq } from 'drizzle-orm'
import type { deleteTopic } from '#contract/topics'
import { topics } from '#db/schema/topics'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'
import { notifyTutorsChanged } from '../live/tutors.ts'
import { touchAllTutors } from '../tutors/store.ts'
import { findTopic } from './store.ts'

/**
 * Deletes a topic, also from the accounts that chose it (docs/rules/tutors.md 4.1).
 * @throws DomainError `topic-not-found`.
 */
export const remove: Act<typeof deleteTopic> = async (at) => {
  const { db, env, params, after } = at
  const { nameAr, nameEn } = await findTopic(db, params.id)
  await db.batch([
    db.delete(topics).where(eq(topics.id, params.id)),
    touchAllTutors(db),
    ...auditStatements(at, { act: 'topic.delete', kind: 'topic', id: params.id, before: { nameAr, nameEn } }),
  ])
  after(notifyTutorsChanged(env))
  return undefined
}
