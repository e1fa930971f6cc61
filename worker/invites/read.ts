import { and, inArray } from 'drizzle-orm'
import type { getInvite, listInvites } from '#contract/invites'
import type { Db } from '#db/client'
import { invites } from '#db/schema/invites'
import { users } from '#db/schema/users'
import { type Act, type Asked, reading } from '../http/bind.ts'
import { listFilter, numberFilter, presenceFilter, textFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { findInvite } from './store.ts'

const COLUMNS = {
  createdAt: invites.createdAt,
  expiresAt: invites.expiresAt,
  email: invites.email,
} as const

async function authorsOf(db: Db, ids: number[]) {
  const rows = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
  return (id: number) => rows.find((row) => row.id === id) ?? { id, email: '', name: null }
}

/**
 * An invite with the admins who created and last changed it (docs/rules/minutes.md 2.4).
 * @throws DomainError `invite-not-found`.
 */
export const read: Act<typeof getInvite> = async ({ params, db }) => {
  const invite = await findInvite(db, params.id)
  const author = await authorsOf(db, [invite.createdBy, invite.updatedBy])
  return { ...invite, createdBy: author(invite.createdBy), updatedBy: author(invite.updatedBy) }
}

export const list = reading(
  ({ db, query }: Asked<typeof listInvites>) => {
    const where = and(
      textFilter([invites.email], query.email),
      listFilter(invites.planId, query.planIds),
      presenceFilter(invites.acceptedAt, query.accepted),
      numberFilter(invites.expiresAt, query.expiresAt),
    )
    return pageStatements(db, invites, where, query, orderTerms(COLUMNS, invites.id, query))
  },
  async (_, page) => {
    const { rows, ...count } = pageOf(page)
    return { list: rows, ...count }
  },
)
