import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { roomMembers, rooms } from '#db/schema/chat'
import type { Instant } from '#domain/cairo'
import { type ChatRoom, isMember } from '#domain/chat/room'
import { DomainError } from '#domain/errors'
import { grantOf, type Permission } from '#domain/permissions'
import type { Actor } from '../http/app-env.ts'

const roomOf = (lowerId: number, higherId: number): SQL<number> =>
  sql<number>`(SELECT ${rooms.id} FROM ${rooms} WHERE ${rooms.lowerId} = ${lowerId} AND ${rooms.higherId} = ${higherId})`

const pairOf = (one: number, other: number) => ({ lowerId: Math.min(one, other), higherId: Math.max(one, other) })

/** The statements that give two people their chat room, where they have none yet (docs/rules/chat.md 1.1). */
export function roomStatements(db: Db, one: number, other: number, now: Instant): BatchItem<'sqlite'>[] {
  const { lowerId, higherId } = pairOf(one, other)
  const roomId = roomOf(lowerId, higherId)
  return [
    db.insert(rooms).values({ lowerId, higherId, createdAt: now }).onConflictDoNothing(),
    db
      .insert(roomMembers)
      .values([lowerId, higherId].map((userId) => ({ roomId, userId, createdAt: now, updatedAt: now })))
      .onConflictDoNothing(),
  ]
}

/** Gives two people a room of their own and answers its id, null where they have one. */
export async function createRoom(db: Db, one: number, other: number, now: Instant): Promise<number | null> {
  const pair = pairOf(one, other)
  const insertion = db
    .insert(rooms)
    .values({ ...pair, createdAt: now })
    .onConflictDoNothing()
  const [created] = await db.batch([insertion.returning({ id: rooms.id }), ...roomStatements(db, one, other, now)])
  return created[0]?.id ?? null
}

/** The id of the room that two people share. */
export async function roomOfPair(db: Db, one: number, other: number): Promise<number | null> {
  const { lowerId, higherId } = pairOf(one, other)
  const [row] = await db
    .select({ id: rooms.id })
    .from(rooms)
    .where(and(eq(rooms.lowerId, lowerId), eq(rooms.higherId, higherId)))
  return row?.id ?? null
}

/** @throws DomainError `room-not-found`. */
async function findRoom(db: Db, roomId: number): Promise<ChatRoom> {
  const [row] = await db.select().from(rooms).where(eq(rooms.id, roomId))
  if (!row) throw new DomainError('room-not-found')
  return { id: row.id, members: [row.lowerId, row.higherId] }
}

/**
 * A room as its members may see it, and whoever may see all.
 * @throws DomainError `room-not-found`, or the code that the call has for strangers.
 */
export async function visibleRoom(
  db: Db,
  actor: Actor,
  roomId: number,
  { may, toStrangers = 'forbidden' }: { may: Permission; toStrangers?: 'forbidden' | 'not-room-member' },
): Promise<ChatRoom> {
  const room = await findRoom(db, roomId)
  if (!isMember(room, actor.id) && grantOf(may, actor.role) !== 'any') throw new DomainError(toStrangers)
  return room
}
