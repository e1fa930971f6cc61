import { eq, sql } from 'drizzle-orm'
import type { mergeTopic } from '#contract/topics'
import type { Db } from '#db/client'
import { topics, userTopics } from '#db/schema/topics'
import { DomainError } from '#domain/errors'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { assertVersion, versionStatement } from '../http/versions.ts'
import { notifyTutorsChanged } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchAllTutors } from '../tutors/store.ts'
import { findTopic } from './store.ts'

/** How many accounts have chosen the topic `from`, and how many of them also `into`. */
const choicesOf = (from: number, into: number) => sql<{ all: number; both: number }>`
  SELECT COUNT(*) AS "all", COUNT(o.user_id) AS "both" FROM ${userTopics} t
  LEFT JOIN ${userTopics} o ON o.user_id = t.user_id AND o.topic_id = ${into}
  WHERE t.topic_id = ${from}`

async function decide(db: Db, from: number, into: number) {
  const topic = await findTopic(db, from)
  await findTopic(db, into)
  const { all = 0, both = 0 } = (await db.get<{ all: number; both: number }>(choicesOf(from, into))) ?? {}
  return { topic, moved: all - both, hadBoth: both }
}

/**
 * Merges a topic into another, in one batch: accounts that had chosen it have the other one, once (docs/rules/tutors.md
 * 4.4). The numbers in the answer and the audit log are those of the batch; it is decided again when a choice changes
 * meanwhile.
 * @throws DomainError `topic-not-found`, `illegal` for merging a topic into itself, `version-conflict`.
 */
export const merge: Act<typeof mergeTopic> = async (ctx) => {
  const { db, env, params, body, after } = ctx
  const { into } = body
  if (into === params.id) throw new DomainError('illegal', 'into: the same topic')
  assertVersion(ctx, await findTopic(db, params.id))
  const { decision } = await decideAndWrite(
    () => decide(db, params.id, into),
    ({ topic, moved, hadBoth }) =>
      db.batch([
        versionStatement(ctx, topics, params.id),
        abortIf(
          db,
          'topic-choices-changed',
          sql`NOT EXISTS (SELECT 1 FROM ${topics} WHERE ${topics.id} = ${into})
            OR (SELECT "all" || ':' || "both" FROM (${choicesOf(params.id, into)})) <> ${`${moved + hadBoth}:${hadBoth}`}`,
        ),
        db
          .insert(userTopics)
          .select(
            db
              .select({ userId: userTopics.userId, topicId: sql<number>`${into}`.as('topic_id') })
              .from(userTopics)
              .where(eq(userTopics.topicId, params.id)),
          )
          .onConflictDoNothing(),
        db.delete(topics).where(eq(topics.id, params.id)),
        touchAllTutors(db),
        ...completionStatements(ctx, JSON.stringify({ moved, hadBoth })),
        ...auditStatements(ctx, {
          act: 'topic.merge',
          kind: 'topic',
          id: params.id,
          before: { nameAr: topic.nameAr, nameEn: topic.nameEn },
          after: { into, moved, hadBoth },
        }),
      ]),
    'illegal',
  )
  after(notifyTutorsChanged(env))
  return { moved: decision.moved, hadBoth: decision.hadBoth }
}

/** The merged topic no longer exists, so the stored answer is returned. */
export const recallMerged: Recall<typeof mergeTopic> = async (_at, made) =>
  JSON.parse(made) as { moved: number; hadBoth: number }
