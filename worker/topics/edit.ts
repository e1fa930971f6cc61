import { eq } from 'drizzle-orm'
import type { editTopic } from '#contract/topics'
import { batchReturning } from '#db/batch'
import { topics } from '#db/schema/topics'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { notifyTutorsChanged } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchAllTutors } from '../tutors/store.ts'
import { findTopic, refuseTakenName, topicView } from './store.ts'

/**
 * Renames a topic (docs/rules/tutors.md 4.1) and refreshes the cards of the tutors who chose it.
 * @throws DomainError `empty-request`, `topic-not-found`, `illegal` when another topic has one of the names,
 * `version-conflict`.
 */
export const edit: Act<typeof editTopic> = async (ctx) => {
  const { db, env, params, body, now, after } = ctx
  if (body.arabicName === undefined && body.englishName === undefined) throw new DomainError('empty-request')
  const found = await findTopic(db, params.id)
  assertVersion(ctx, found)
  const { nameAr, nameEn } = found
  const names = { nameAr: body.arabicName ?? nameAr, nameEn: body.englishName ?? nameEn }
  // Only the given name is written: another request may be changing the other one.
  const given = {
    ...(body.arabicName === undefined ? {} : { nameAr: body.arabicName, foldedNameAr: body.arabicName }),
    ...(body.englishName === undefined ? {} : { nameEn: body.englishName, foldedNameEn: body.englishName }),
  }
  const saved = db
    .update(topics)
    .set({ ...given, updatedAt: nextVersion(topics, now) })
    .where(eq(topics.id, params.id))
    .returning()
  const audit = auditStatements(ctx, {
    act: 'topic.edit',
    kind: 'topic',
    id: params.id,
    before: { nameAr, nameEn },
    after: names,
  })
  const statements = [versionStatement(ctx, topics, params.id), touchAllTutors(db), ...audit]
  const [topic] = await batchReturning(db, statements, saved).catch(refuseTakenName)
  if (!topic) throw new DomainError('topic-not-found')
  after(notifyTutorsChanged(env))
  return topicView(topic)
}
