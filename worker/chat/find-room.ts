import type { findRoom } from '#contract/chat'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { grantOf } from '#domain/permissions'
import { type ReadRequest, reading } from '../http/bind.ts'
import { isAmong } from '../http/filters.ts'
import { pairStatement } from './store.ts'

/**
 * The room of exactly these users, in any order (docs/rules/chat.md 3.4).
 * @throws DomainError `room-not-found`, `room-members-not-found` when one of them has no account, `forbidden` for the room
 * of other users.
 */
export const find = reading(
  ({ query: { members }, db }: ReadRequest<typeof findRoom>) => {
    const [one = 0, other = 0] = new Set(members)
    return [pairStatement(db, one, other), db.select({ id: users.id }).from(users).where(isAmong(users.id, members))]
  },
  async ({ actor, query }, [[room], found]) => {
    const members = new Set(query.members)
    if (!members.has(actor.id) && grantOf('chat.findRoom', actor.role) !== 'any') throw new DomainError('forbidden')
    if (room && members.size === 2) return { room: room.id }
    throw new DomainError(found.length < members.size ? 'room-members-not-found' : 'room-not-found')
  },
)
