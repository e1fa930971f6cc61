import { and, eq } from 'drizzle-orm'
import type { listPlanInvites } from '#contract/plan-invites'
import { planInvites } from '#db/schema/plans'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { listFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { endOfDay } from './store.ts'

const COLUMNS = {
  createdAt: planInvites.createdAt,
  expiresAt: planInvites.expiresAt,
} as const

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
  const { rows, total } = await orderedPage(db, planInvites, where, query, orderTerms(COLUMNS, planInvites.id, query))
  return { list: rows, total }
}
