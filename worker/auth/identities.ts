import { eq } from 'drizzle-orm'
import type { listIdentities } from '#contract/identities'
import { identities } from '#db/schema/users'
import type { Act } from '../http/bind.ts'

type Identity = typeof identities.$inferSelect

const view = ({ provider, email, createdAt }: Identity) => ({ provider, email, linkedAt: createdAt })

export const list: Act<typeof listIdentities> = async ({ actor, db }) => {
  const linked = await db.select().from(identities).where(eq(identities.userId, actor.id))
  return linked.map(view)
}
