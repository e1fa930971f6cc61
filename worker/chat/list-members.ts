import { eq, getTableColumns } from 'drizzle-orm'
import type { listRoomMembers } from '#contract/chat'
import { roomMembers } from '#db/schema/chat'
import { users } from '#db/schema/users'
import type { Act } from '../http/bind.ts'
import { onlineAmong } from '../live/presence.ts'
import { memberView } from './member-view.ts'
import { visibleRoom } from './store.ts'

/**
 * The members of a room with their settings and presence (docs/rules/chat.md 3.4).
 * @throws DomainError `room-not-found`, `not-room-member`.
 */
export const listMembers: Act<typeof listRoomMembers> = async ({ actor, params, db, env }) => {
  const may = { may: 'chat.listMembers', nonMemberCode: 'not-room-member' } as const
  const { id, members } = await visibleRoom(db, actor, params.roomId, may)
  const [rows, online] = await Promise.all([
    db
      .select({ settings: getTableColumns(roomMembers), user: getTableColumns(users) })
      .from(roomMembers)
      .innerJoin(users, eq(users.id, roomMembers.userId))
      .where(eq(roomMembers.roomId, id))
      .orderBy(roomMembers.userId),
    onlineAmong(env, members),
  ])
  return rows.map(({ settings, user }) => ({
    ...memberView(user, online.has(user.id), false),
    roomId: id,
    pinned: settings.pinned,
    muted: settings.muted,
    createdAt: settings.createdAt,
    updatedAt: settings.updatedAt,
  }))
}
