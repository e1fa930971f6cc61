import { sql } from 'drizzle-orm'
import type { createTopic } from '#contract/topics'
import { topics } from '#db/schema/topics'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { findTopic, refuseTakenName, topicView } from './store.ts'

/** @throws DomainError `illegal` when another topic has one of the names (docs/rules/tutors.md 4.1). */
export const create: Act<typeof createTopic> = async (ctx) => {
  const { db, body, now } = ctx
  const names = { nameAr: body.arabicName, nameEn: body.englishName }
  const last = sql`(SELECT COALESCE(MAX(position), -1) + 1 FROM topics)`
  const [created] = await db
    .batch([
      db
        .insert(topics)
        .values({
          ...names,
          foldedNameAr: names.nameAr,
          foldedNameEn: names.nameEn,
          position: last,
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
      ...completionStatements(ctx, 'justInserted'),
      ...auditStatements(ctx, { act: 'topic.create', kind: 'topic', id: 'justInserted', after: names }),
    ])
    .catch(refuseTakenName)
  const [topic] = created
  if (!topic) throw new Error('The new topic was not returned')
  return topicView(topic)
}

/** @throws DomainError `topic-not-found`. */
export const recallCreated: Recall<typeof createTopic> = async ({ db }, made) =>
  topicView(await findTopic(db, Number(made)))
