import { and, sql } from 'drizzle-orm'
import type { getInvite, listInvites } from '#contract/invites'
import { invites } from '#db/schema/invites'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { searchedEmail } from '#domain/users/email'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter, presenceFilter, textFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { inviteStatement } from './invite-store.ts'

const COLUMNS = {
  createdAt: invites.createdAt,
  expiresAt: invites.expiresAt,
  email: invites.email,
} as const

/**
 * An invite with the admins who created and last changed it (docs/rules/minutes.md 2.4).
 * @throws DomainError `invite-not-found`.
 */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getInvite>) => [
    inviteStatement(db, params.id),
    db
      .select({ id: users.id, email: users.email, name: users.name })
      .from(users)
      .where(
        sql`${users.id} IN (SELECT author.value FROM ${invites}, json_each(json_array(${invites.createdBy}, ${invites.updatedBy})) AS author WHERE ${invites.id} = ${params.id})`,
      ),
  ],
  async (_, [[invite], authors]) => {
    if (!invite) throw new DomainError('invite-not-found')
    const author = (id: number) => authors.find((row) => row.id === id) ?? { id, email: '', name: null }
    return { ...invite, createdBy: author(invite.createdBy), updatedBy: author(invite.updatedBy) }
  },
)

export const list = reading(
  ({ db, query }: ReadRequest<typeof listInvites>) => {
    const where = and(
      textFilter([invites.email], query.email && searchedEmail(query.email)),
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
