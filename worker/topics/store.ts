import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { topics, userTopics } from '#db/schema/topics'
import { DomainError } from '#domain/errors'
import { MAX_TOPICS_OF_USER } from '#domain/topics/topic'
import { abortIf, violationIn } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'

type Row = typeof topics.$inferSelect

/** A topic as answered, with its name in both languages. */
export const topicView = ({ id, nameAr, nameEn, createdAt, updatedAt }: Row) => ({
  id,
  name: { ar: nameAr, en: nameEn },
  createdAt,
  updatedAt,
})

/** @throws DomainError `topic-not-found`. */
export async function findTopic(db: Db, id: number): Promise<Row> {
  const [topic] = await db.select().from(topics).where(eq(topics.id, id))
  if (!topic) throw new DomainError('topic-not-found')
  return topic
}

/** Maps a violated unique key to `illegal`: both names of a topic are unique (docs/rules/tutors.md 4.1). */
export function refuseTakenName(error: unknown): never {
  const refusal = violationIn(error)
  if (refusal && 'key' in refusal) throw new DomainError('illegal', 'name: another topic has it')
  throw error
}

/** The query whose rows `assertTopics` takes. */
export const existingTopics = (db: Db, ids: readonly number[]) =>
  db.select({ id: topics.id }).from(topics).where(isAmong(topics.id, ids))

/** @throws DomainError `topic-not-found` unless all of these topics exist. */
export function assertTopics(existing: readonly { id: number }[], ids: readonly number[]): void {
  if (existing.length < new Set(ids).size) throw new DomainError('topic-not-found')
}

/** Selects the ids of an account's topics. */
export const chosenTopicsOf = (db: Db, userId: number) =>
  db.select({ id: userTopics.topicId }).from(userTopics).where(eq(userTopics.userId, userId))

/** The statement that adds these topics to an account; it skips those that it already has and those deleted meanwhile. */
const addStatement = (db: Db, userId: number, ids: readonly number[]) =>
  db
    .insert(userTopics)
    .select(
      db
        .select({ userId: sql<number>`${userId}`.as('user_id'), topicId: topics.id })
        .from(topics)
        .where(isAmong(topics.id, ids)),
    )
    .onConflictDoNothing()

const removeStatement = (db: Db, userId: number, ids: readonly number[]) =>
  db.delete(userTopics).where(and(eq(userTopics.userId, userId), isAmong(userTopics.topicId, ids)))

/**
 * Saves the topics that an account adds and removes, with further statements in the same batch. Other topics are not
 * written, so that concurrent requests do not overwrite each other; the limit is checked inside the batch for the same
 * reason.
 * @throws DomainError `forbidden` when there would be more than thirty.
 */
export async function saveChoice(
  db: Db,
  userId: number,
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
  more: BatchItem<'sqlite'>[],
): Promise<void> {
  const chosen = sql`SELECT COUNT(*) FROM ${userTopics} WHERE ${userTopics.userId} = ${userId}`
  const limit = add.length > 0 ? [abortIf(db, 'topics-over-limit', sql`(${chosen}) > ${MAX_TOPICS_OF_USER}`)] : []
  try {
    await db.batch([removeStatement(db, userId, remove), addStatement(db, userId, add), ...limit, ...more])
  } catch (error) {
    if (violationIn(error)) throw new DomainError('forbidden', `topicIds: ${MAX_TOPICS_OF_USER} at the most`)
    throw error
  }
}
