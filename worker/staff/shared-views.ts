import { and, eq, sql } from 'drizzle-orm'
import type { listSharedViews, shareView, unshareView } from '#contract/shared-views'
import type { Db } from '#db/client'
import { sharedViews } from '#db/schema/shared-views'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { MAX_SHARED_VIEWS } from '#domain/staff/shared-view'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { nextVersion } from '../http/versions.ts'
import { peopleById, personAmong } from '../users/store.ts'
import { auditStatements } from './audit-store.ts'

/** Views of lists that staff share with a role (docs/rules/staff.md 16.1). */

/** More than all of staff share of one list. */
const MOST_LISTED = 200

const ownerColumns = { id: users.id, name: users.name, englishName: users.englishName, image: users.image }

/** The views of a list that satisfy a condition, with their owners; each is found by an index of its own. */
const statementsOf = (db: Db, where: ReturnType<typeof and>) =>
  [
    db.select().from(sharedViews).where(where).orderBy(sharedViews.name).limit(MOST_LISTED),
    db
      .select(ownerColumns)
      .from(users)
      .where(
        sql`${users.id} IN (SELECT ${sharedViews.ownerId} FROM ${sharedViews} WHERE ${where} LIMIT ${MOST_LISTED})`,
      ),
  ] as const

export const list = reading(
  ({ caller, db, query }: ReadRequest<typeof listSharedViews>) =>
    [
      ...statementsOf(db, and(eq(sharedViews.ownerId, caller.id), eq(sharedViews.list, query.list))),
      ...statementsOf(db, and(eq(sharedViews.role, caller.role), eq(sharedViews.list, query.list))),
    ] as const,
  async ({ actor }, [own, ownOwners, shared, owners]) => {
    const people = peopleById([...ownOwners, ...owners])
    const others = shared.filter(({ ownerId }) => ownerId !== actor.id)
    return { list: [...own, ...others].map((view) => ({ ...view, owner: personAmong(people, view.ownerId) })) }
  },
)

/** The actor's own view of this name. */
const ownView = (actorId: number, { list: of, name }: { list: string; name: string }) =>
  and(eq(sharedViews.ownerId, actorId), eq(sharedViews.list, of), eq(sharedViews.name, name))

/**
 * Shares a view with a role (docs/rules/staff.md 16.1). Two requests of one person at once may exceed the number by one.
 * @throws DomainError `illegal` for another view where the actor shares `MAX_SHARED_VIEWS` of the list.
 */
export const share: Act<typeof shareView> = async (ctx) => {
  const { actor, body, db, now } = ctx
  const own = await db
    .select({ name: sharedViews.name, search: sharedViews.search, role: sharedViews.role })
    .from(sharedViews)
    .where(and(eq(sharedViews.ownerId, actor.id), eq(sharedViews.list, body.list)))
  const before = own.find(({ name }) => name === body.name)
  if (!before && own.length >= MAX_SHARED_VIEWS) throw new DomainError('illegal', 'list: too many shared views')
  const { search, role } = body
  await db.batch([
    db
      .insert(sharedViews)
      .values({ ...body, ownerId: actor.id, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [sharedViews.ownerId, sharedViews.list, sharedViews.name],
        set: { search, role, updatedAt: nextVersion(sharedViews, now) },
      }),
    ...auditStatements(ctx, {
      act: 'sharedView.save',
      kind: 'shared-view',
      id: sql<number>`(SELECT id FROM shared_views WHERE owner_id = ${actor.id} AND list = ${body.list} AND name = ${body.name})`,
      before: before ? { list: body.list, ...before } : null,
      after: body,
    }),
  ])
  return undefined
}

/** @throws DomainError `not-found` where the actor shares none of this name. */
export const unshare: Act<typeof unshareView> = async (ctx) => {
  const { actor, body, db } = ctx
  const [view] = await db.select().from(sharedViews).where(ownView(actor.id, body))
  if (!view) throw new DomainError('not-found')
  const { id, name, search, role } = view
  await db.batch([
    db.delete(sharedViews).where(eq(sharedViews.id, id)),
    ...auditStatements(ctx, {
      act: 'sharedView.stop',
      kind: 'shared-view',
      id,
      before: { list: view.list, name, search, role },
    }),
  ])
  return undefined
}
