import { eq } from 'drizzle-orm'
import type { deleteTopic } from '#contract/topics'
import { topics } from '#db/schema/topics'
import type { Act } from '../http/bind.ts'
import { assertVersion, versionStatement } from '../http/versions.ts'
import { notifyTutorsChanged } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchAllTutors } from '../tutors/store.ts'
import { findTopic } from './store.ts'

/**
 * Deletes a topic, also from the accounts that have chosen it (docs/rules/tutors.md 4.1).
 * @throws DomainError `topic-not-found`, `version-conflict`.
 */
export const remove: Act<typeof deleteTopic> = async (ctx) => {
  const { db, env, params, after } = ctx
  const topic = await findTopic(db, params.id)
  assertVersion(ctx, topic)
  const { nameAr, nameEn } = topic
  await db.batch([
    versionStatement(ctx, topics, params.id),
    db.delete(topics).where(eq(topics.id, params.id)),
    touchAllTutors(db),
    ...auditStatements(ctx, { act: 'topic.delete', kind: 'topic', id: params.id, before: { nameAr, nameEn } }),
  ])
  after(notifyTutorsChanged(env))
  return undefined
}
