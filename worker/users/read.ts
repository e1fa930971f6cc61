import { eq } from 'drizzle-orm'
import type { getUser } from '#contract/users'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { userView } from './store.ts'

/** @throws DomainError `user-not-found`. */
export const read: Act<typeof getUser> = async ({ db, params }) => {
  const [account] = await db.select().from(users).where(eq(users.id, params.id))
  if (!account) throw new DomainError('user-not-found')
  return userView(account)
}
