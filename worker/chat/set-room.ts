import { and, eq } from 'drizzle-orm'
import type { setRoom } from '#contract/chat'
import { roomMembers } from '#db/schema/chat'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'
import { refuseEmpty } from '../http/empty.ts'
import { roomStatement, visibleRoom } from './store.ts'

/**
 * Changes the actor's own settings of a room only (docs/rules/chat.md 1.3).
 * @throws DomainError `empty-request`, `room-not-found`, `forbidden`.
 */
export const set = reading(
  ({ params, db }: ReadRequest<typeof setRoom>) => [roomStatement(db, params.roomId)],
  async ({ actor, body, db, now }, [rooms]) => {
    refuseEmpty(body)
    const room = visibleRoom(rooms, actor, { may: 'chat.setRoom' })
    const [row] = await db
      .update(roomMembers)
      .set({ pinned: body.pinned, muted: body.muted, updatedAt: now })
      .where(and(eq(roomMembers.roomId, room.id), eq(roomMembers.userId, actor.id)))
      .returning()
    if (!row) throw new DomainError('forbidden')
    return {
      userId: row.userId,
      roomId: row.roomId,
      pinned: row.pinned,
      muted: row.muted,
      lastSeen: row.lastSeen,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }
  },
)
