import { and, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { listRoomsOfPerson } from '#contract/chat'
import type { Db } from '#db/client'
import { roomMembers, rooms } from '#db/schema/chat'
import { users } from '#db/schema/users'
import { chatParty, userParty } from '../../party/stubs.ts'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { offsetOf } from '../http/pages.ts'

const others = alias(roomMembers, 'others')

const roomsOf = (db: Db, userId: number) =>
  db
    .select({
      // Qualified by table: the other member's account has an `id` column too.
      roomId: roomMembers.roomId,
      createdAt: rooms.createdAt,
      other: { id: users.id, name: users.name, englishName: users.englishName, image: users.image, role: users.role },
    })
    .from(roomMembers)
    .innerJoin(rooms, eq(rooms.id, roomMembers.roomId))
    .innerJoin(others, and(eq(others.roomId, roomMembers.roomId), ne(others.userId, userId)))
    .innerJoin(users, eq(users.id, others.userId))
    .where(eq(roomMembers.userId, userId))

/**
 * A user's rooms for staff, latest message first, without any message text (docs/rules/staff.md 10.5). The order comes from
 * the user's Durable Object, in one call; the counts come from the rooms of the page.
 */
export const listOf = reading(
  ({ params, db }: ReadRequest<typeof listRoomsOfPerson>) => [roomsOf(db, params.userId)],
  async ({ params, query, env }, [rows]) => {
    const inbox = await userParty(env, params.userId).inbox()
    const writtenAt = new Map(inbox.map(({ roomId, latest }) => [roomId, latest?.createdAt ?? '']))
    // ISO texts in UTC sort as their instants do.
    const timeOf = ({ roomId }: { roomId: number }) => writtenAt.get(roomId) ?? ''
    const ordered = rows.sort(
      (one, other) => timeOf(other).localeCompare(timeOf(one), 'en') || other.roomId - one.roomId,
    )
    const page = ordered.slice(offsetOf(query), offsetOf(query) + query.size)
    const list = await Promise.all(
      page.map(async ({ roomId, createdAt, other }) => ({
        roomId,
        createdAt,
        otherMember: { ...other, image: uploadUrl(other.image) },
        ...(await chatParty(env, roomId).activity()),
      })),
    )
    return { list, total: rows.length }
  },
)
