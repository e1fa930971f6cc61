import { and, eq } from 'drizzle-orm'
import type { listPlanInvites } from '#contract/plan-invites'
import type { Db } from '#db/client'
import { planInvites } from '#db/schema/plans'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { isAmong, listFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { endOfDay, type PlanInviteRow } from './store.ts'

const COLUMNS = {
  createdAt: planInvites.createdAt,
  expiresAt: planInvites.expiresAt,
} as const

/** The accounts that invites name: students and admins. */
async function accountsOf(db: Db, invites: readonly PlanInviteRow[]) {
  const ids = new Set(invites.flatMap(({ userId, createdBy }) => [userId, createdBy]))
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(isAmong(users.id, [...ids]))
  const byId = new Map(found.map((account) => [account.id, account]))
  return (id: number) => byId.get(id) ?? null
}

/**
 * Admins get all invites, a student their own (docs/rules/minutes.md 2.3).
 * @throws DomainError `forbidden` for a student who requests the invites of others.
 */
export const list: Act<typeof listPlanInvites> = async ({ actor, query, db }) => {
  const isAny = isAdmin(actor.role)
  if (!isAny && query.userIds?.some((id) => id !== actor.id)) throw new DomainError('forbidden')
  const where = and(
    isAny ? listFilter(planInvites.userId, query.userIds) : eq(planInvites.userId, actor.id),
    listFilter(planInvites.id, query.ids),
    listFilter(planInvites.planId, query.planIds),
    listFilter(planInvites.createdBy, query.createdBy),
    query.expiresAt === undefined ? undefined : eq(planInvites.expiresAt, endOfDay(query.expiresAt)),
  )
  const { rows, ...count } = await orderedPage(
    db,
    planInvites,
    where,
    query,
    orderTerms(COLUMNS, planInvites.id, query),
  )
  const accountOf = isAny ? await accountsOf(db, rows) : () => null
  const list = rows.map((row) => ({ ...row, invitee: accountOf(row.userId), creator: accountOf(row.createdBy) }))
  return { list, ...count }
}
