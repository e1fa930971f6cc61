import { eq } from 'drizzle-orm'
import type { openRoom } from '#contract/chat'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { mayChat, mayOpenRoom } from '#domain/chat/room'
import { DomainError } from '#domain/errors'
import type { Role } from '#domain/roles'
import { chatParty } from '../../party/stubs.ts'
import type { Act } from '../http/bind.ts'
import { createRoom } from './store.ts'

async function roleOf(db: Db, userId: number): Promise<Role> {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId))
  if (!user) throw new DomainError('user-not-found')
  return user.role
}

/**
 * Opens a room of two users, with a first message if one is given (docs/rules/chat.md 1.1, 3.1).
 * @throws DomainError `user-not-found`, `room-exists`, `forbidden` by the roles of the two or for an unverified address.
 */
export const open: Act<typeof openRoom> = async ({ actor, body, db, env, now }) => {
  const other = await roleOf(db, body.userId)
  if (!mayOpenRoom(actor.role, other) || !mayChat(actor.role, actor.verifiedEmail) || body.userId === actor.id)
    throw new DomainError('forbidden')
  const roomId = await createRoom(db, actor.id, body.userId, now)
  if (roomId === null) throw new DomainError('room-exists')
  if (body.message !== undefined) {
    // A fixed `refId` per room, so that the retry cannot store the message twice.
    const draft = { userId: actor.id, refId: `opening-${roomId}`, text: body.message }
    const store = async () => void (await chatParty(env, roomId).send(draft))
    await store().catch(store)
  }
  return { roomId }
}
