import type { findRoom } from '#contract/chat'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { grantOf } from '#domain/permissions'
import type { Act } from '../http/bind.ts'
import { isAmong } from '../http/filters.ts'
import { roomOfPair } from './store.ts'

/**
 * The room of exactly these users, in any order (docs/rules/chat.md 3.4).
 * @throws DomainError `room-not-found`, `room-members-not-found` where one of them has no account, `forbidden` for the room of others.
 */
export const find: Act<typeof findRoom> = async ({ actor, query, db }) => {
  const members = [...new Set(query.members)]
  if (!members.includes(actor.id) && grantOf('chat.findRoom', actor.role) !== 'any') throw new DomainError('forbidden')
  const [one, other, ...more] = members
  const isPair = one !== undefined && other !== undefined && more.length === 0
  const room = isPair ? await roomOfPair(db, one, other) : null
  if (room === null) {
    const found = await db.select({ id: users.id }).from(users).where(isAmong(users.id, members))
    throw new DomainError(found.length < members.length ? 'room-members-not-found' : 'room-not-found')
  }
  return { room }
}
