import type { listMessages } from '#contract/chat'
import { roomIdOf, seqOf } from '#domain/chat/room'
import { chatParty } from '../../party/stubs.ts'
import type { Act } from '../http/bind.ts'
import { visibleRoom } from './store.ts'

/**
 * GET /chat/list/{roomId}/messages: newest first; with `afterId` what came after it, oldest first. Deleted ones are not
 * shown (docs/rules/chat.md 3.3).
 * @throws DomainError `room-not-found`, `forbidden`.
 */
export const list: Act<typeof listMessages> = async ({ actor, params, query, db, env }) => {
  const room = await visibleRoom(db, actor, params.roomId, { may: 'chat.listMessages' })
  const { page, size, afterId } = query
  // An id of another room says nothing about this one: all is after it.
  const afterSeq = afterId === undefined ? null : roomIdOf(afterId) === room.id ? seqOf(afterId) : 0
  return chatParty(env, room.id).list({ page, size, afterSeq })
}
