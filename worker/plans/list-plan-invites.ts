import { and, eq, type SQL } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listPlanInvites } from '#contract/plan-invites'
import type { Db } from '#db/client'
import { planInvites } from '#db/schema/plans'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { isAmong, listFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { endOfDay } from './plan-invite-store.ts'

const COLUMNS = {
  createdAt: planInvites.createdAt,
  expiresAt: planInvites.expiresAt,
} as const

function pageOfInvites(query: Query<typeof listPlanInvites>, ofUsers: SQL | undefined) {
  const where = and(
    ofUsers,
    listFilter(planInvites.id, query.ids),
    listFilter(planInvites.planId, query.planIds),
    listFilter(planInvites.createdBy, query.createdBy),
    query.expiresAt === undefined ? undefined : eq(planInvites.expiresAt, endOfDay(query.expiresAt)),
  )
  return [planInvites, where, query, orderTerms(COLUMNS, planInvites.id, query)] as const
}

/** The statements of all users' invites with the accounts that they name, students and admins. */
function statementsOfAny(db: Db, query: Query<typeof listPlanInvites>) {
  const page = pageOfInvites(query, listFilter(planInvites.userId, query.userIds))
  return [
    ...pageStatements(db, ...page),
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(isAmong(users.id, valuesOnPage([planInvites.userId, planInvites.createdBy], ...page))),
  ] as const
}

/**
 * Admins get all invites, a student their own (docs/rules/minutes.md 2.3).
 * @throws DomainError `forbidden` for a student who requests the invites of others.
 */
export const list = reading(
  ({ caller, query, db }: ReadRequest<typeof listPlanInvites>) =>
    isAdmin(caller.role)
      ? statementsOfAny(db, query)
      : pageStatements(db, ...pageOfInvites(query, eq(planInvites.userId, caller.id))),
  async ({ actor, query }, [counted, found, accounts = []]) => {
    if (!isAdmin(actor.role) && query.userIds?.some((id) => id !== actor.id)) throw new DomainError('forbidden')
    const { rows, ...count } = pageOf([counted, found])
    const byId = new Map(accounts.map((account) => [account.id, account]))
    const accountOf = (id: number) => byId.get(id) ?? null
    const list = rows.map((row) => ({ ...row, invitee: accountOf(row.userId), creator: accountOf(row.createdBy) }))
    return { list, ...count }
  },
)
