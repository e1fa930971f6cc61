import { asc, desc, sql } from 'drizzle-orm'
import type { orderTopics } from '#contract/topics'
import { topics } from '#db/schema/topics'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { auditStatements } from '../staff/audit-store.ts'

/**
 * Sets the order of all topics (docs/rules/tutors.md 4.3).
 * @throws DomainError `illegal` unless every topic is named exactly once, as when another admin has added or deleted one.
 */
export const order: Act<typeof orderTopics> = async (ctx) => {
  const { db, body } = ctx
  const before = await db.select({ id: topics.id }).from(topics).orderBy(asc(topics.position), desc(topics.id))
  const named = JSON.stringify(body.ids)
  const known = sql`SELECT COUNT(*) FROM ${topics} WHERE ${topics.id} IN (SELECT value FROM json_each(${named}))`
  const place = sql`(SELECT ids.key FROM json_each(${named}) ids WHERE ids.value = ${topics.id})`
  await db
    .batch([
      abortIf(
        db,
        'topics-changed',
        sql`(${known}) <> ${body.ids.length} OR (SELECT COUNT(*) FROM ${topics}) <> ${body.ids.length}`,
      ),
      db.update(topics).set({ position: place }),
      ...auditStatements(ctx, {
        act: 'topic.order',
        kind: 'topic',
        id: null,
        before: { ids: before.map(({ id }) => id) },
        after: { ids: body.ids },
      }),
    ])
    .catch((error: unknown) => {
      throw violationIn(error) ? new DomainError('illegal', 'ids: name every topic once') : error
    })
  return undefined
}
