import { eq } from 'drizzle-orm'
import type { getUser } from '#contract/users'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'
import { userView } from './store.ts'

/** @throws DomainError `user-not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getUser>) => [db.select().from(users).where(eq(users.id, params.id))],
  async (_, [[account]]) => {
    if (!account) throw new DomainError('user-not-found')
    return userView(account)
  },
)
