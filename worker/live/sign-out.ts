import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { BROADCAST_ROOMS } from '#domain/live'
import { broadcastParty, userParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/** After the batch: whoever was signed in with a token that has ended is no longer on the line (design section 9). */
export async function closeEndedSockets(env: Env, db: Db, userId: number): Promise<void> {
  const [account] = await db.select({ validFrom: users.sessionsValidFrom }).from(users).where(eq(users.id, userId))
  if (!account) return
  await Promise.all([
    userParty(env, userId).endSessions(account.validFrom),
    ...BROADCAST_ROOMS.map((room) => broadcastParty(env, room, userId).endSessions(userId, account.validFrom)),
  ])
}
