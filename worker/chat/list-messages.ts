import type { listMessages } from '#contract/chat'
import { roomIdOf, seqOf } from '#domain/chat/room'
import { chatParty } from '../../party/stubs.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { roomStatement, visibleRoom } from './store.ts'

/**
 * Newest first; with `afterId` the later messages, oldest first. Deleted messages are left out
 * (docs/rules/chat.md 3.3).
 * @throws DomainError `room-not-found`, `forbidden`.
 */
export const list = reading(
  ({ params, db }: ReadRequest<typeof listMessages>) => [roomStatement(db, params.roomId)],
  async ({ actor, query, env }, [rooms]) => {
    const room = visibleRoom(rooms, actor, { may: 'chat.listMessages' })
    const { page, size, afterId } = query
    // An id of another room cannot be located in this one, so all messages count as later.
    const afterSeq = afterId === undefined ? null : roomIdOf(afterId) === room.id ? seqOf(afterId) : 0
    return chatParty(env, room.id).list({ page, size, afterSeq })
  },
)
