import { eq } from 'drizzle-orm'
import type { currentUser } from '#contract/users'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'
import { userView } from './store.ts'

export const current = reading(
  ({ caller, db }: ReadRequest<typeof currentUser>) => [db.select().from(users).where(eq(users.id, caller.id))],
  async (_, [[account]]) => {
    if (!account) throw new DomainError('unauthenticated')
    return userView(account)
  },
)
