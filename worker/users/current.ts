import { eq } from 'drizzle-orm'
import type { currentUser } from '#contract/users'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { userView } from './store.ts'

export const current: Act<typeof currentUser> = async ({ actor, db }) => {
  const [account] = await db.select().from(users).where(eq(users.id, actor.id))
  if (!account) throw new DomainError('unauthenticated')
  return userView(account)
}
