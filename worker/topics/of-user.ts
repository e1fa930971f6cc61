import { eq } from 'drizzle-orm'
import type { addTopics, changeTopics, removeTopics, topicsOfUser } from '#contract/topics'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { topics, userTopics } from '#db/schema/topics'
import { DomainError } from '#domain/errors'
import type { Permission } from '#domain/permissions'
import { isAdmin, isTutorSide } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { type AuditedRequest, auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import { assertTopics, chosenTopicsOf, existingTopics, saveChoice, topicView } from './store.ts'

type TopicsContext = AuditedRequest & Pick<ActContext<typeof addTopics>, 'env' | 'after'>

/** The statements that invalidate a tutor's card, which shows the topics; empty for students. */
const cardStatements = (db: Db, actor: Pick<Actor, 'id' | 'role'>) =>
  isTutorSide(actor.role) ? touchTutors(db, [actor.id]) : []

/** Reads what a choice is decided on: which of the named topics exist, and which the caller has chosen. */
const choiceStatements = (db: Db, userId: number, named: readonly number[]) =>
  [existingTopics(db, named), chosenTopicsOf(db, userId)] as const

async function choose(
  ctx: TopicsContext,
  act: Permission,
  choice: { add: readonly number[]; remove: readonly number[]; before: { id: number }[] },
  more: Statement[] = [],
): Promise<void> {
  const { actor, db, env, now, after } = ctx
  const { before, ...changed } = choice
  const chosen = before.map(({ id }) => id)
  const audit = auditStatements(ctx, { act, kind: 'user', id: actor.id, before: { chosen }, after: changed })
  await saveChoice(db, actor.id, changed, [...more, ...cardStatements(db, actor), ...audit])
  if (isTutorSide(actor.role)) after(notifyTutorUpdated(env, db, actor.id, now))
}

/**
 * The topics of the caller, or of the user that an admin names; admins choose none themselves (docs/rules/tutors.md 4.2).
 * @throws DomainError `forbidden` for another user's topics, and for an admin who names nobody.
 */
export const list = reading(
  ({ caller, query, db }: ReadRequest<typeof topicsOfUser>) => [
    db
      .select({ topic: topics })
      .from(userTopics)
      .innerJoin(topics, eq(topics.id, userTopics.topicId))
      .where(eq(userTopics.userId, query.userId ?? caller.id))
      .orderBy(topics.id),
  ],
  async ({ actor, query }, [rows]) => {
    const userId = query.userId ?? actor.id
    const isRefused = isAdmin(actor.role) ? query.userId === undefined : userId !== actor.id
    if (isRefused) throw new DomainError('forbidden')
    return rows.map(({ topic }) => ({ ...topicView(topic), userId }))
  },
)

/**
 * Adds topics; those already chosen are skipped.
 * @throws DomainError `topic-not-found`, `forbidden` above thirty.
 */
export const add = reading(
  ({ caller, body, db }: ReadRequest<typeof addTopics>) => choiceStatements(db, caller.id, body.topicIds),
  async (ctx, [existing, before]) => {
    assertTopics(existing, ctx.body.topicIds)
    const choice = { add: ctx.body.topicIds, remove: [], before }
    await choose(ctx, 'topic.addToUser', choice, completionStatements(ctx, null))
    return undefined
  },
)

/**
 * Removes topics; those not chosen are skipped.
 * @throws DomainError `topic-not-found`.
 */
export const remove = reading(
  ({ caller, body, db }: ReadRequest<typeof removeTopics>) => choiceStatements(db, caller.id, body.topicIds),
  async (ctx, [existing, before]) => {
    assertTopics(existing, ctx.body.topicIds)
    await choose(ctx, 'topic.removeFromUser', { add: [], remove: ctx.body.topicIds, before })
    return undefined
  },
)

/**
 * Adds and removes topics in one write.
 * @throws DomainError `empty-request`, `topic-not-found` for removing a topic that is not chosen or adding one that does
 * not exist, `forbidden` above thirty.
 */
export const change = reading(
  ({ caller, body, db }: ReadRequest<typeof changeTopics>) => choiceStatements(db, caller.id, body.addTopics),
  async (ctx, [existing, before]) => {
    const { addTopics: add, removeTopics: remove } = ctx.body
    if (add.length === 0 && remove.length === 0) throw new DomainError('empty-request')
    const chosen = new Set(before.map(({ id }) => id))
    if (remove.some((id) => !chosen.has(id))) throw new DomainError('topic-not-found')
    assertTopics(existing, add)
    await choose(ctx, 'topic.changeOfUser', { add, remove, before })
    return undefined
  },
)
