import { eq } from 'drizzle-orm'
import type { listRoomMembers } from '#contract/chat'
import { roomMembers } from '#db/schema/chat'
import { users } from '#db/schema/users'
import { type ReadRequest, reading } from '../http/bind.ts'
import { onlineAmong } from '../live/presence.ts'
import { memberColumns, memberView } from './member-view.ts'
import { roomStatement, visibleRoom } from './store.ts'

const { pinned, muted, createdAt, updatedAt } = roomMembers

/**
 * The members of a room with their settings and presence (docs/rules/chat.md 3.4).
 * @throws DomainError `room-not-found`, `not-room-member`.
 */
export const listMembers = reading(
  ({ params, db }: ReadRequest<typeof listRoomMembers>) => [
    roomStatement(db, params.roomId),
    db
      .select({ settings: { pinned, muted, createdAt, updatedAt }, user: memberColumns })
      .from(roomMembers)
      .innerJoin(users, eq(users.id, roomMembers.userId))
      .where(eq(roomMembers.roomId, params.roomId))
      .orderBy(roomMembers.userId),
  ],
  async ({ actor, env, now }, [rooms, rows]) => {
    const { id, members } = visibleRoom(rooms, actor, { may: 'chat.listMembers', nonMemberCode: 'not-room-member' })
    const online = await onlineAmong(env, members)
    return rows.map(({ settings, user }) => ({
      ...memberView(user, online.has(user.id), false, now),
      roomId: id,
      pinned: settings.pinned,
      muted: settings.muted,
      createdAt: settings.createdAt,
      updatedAt: settings.updatedAt,
    }))
  },
)
