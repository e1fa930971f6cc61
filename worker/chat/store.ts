import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { roomMembers, rooms } from '#db/schema/chat'
import type { Instant } from '#domain/cairo'
import { type ChatRoom, isMember } from '#domain/chat/room'
import { DomainError } from '#domain/errors'
import { grantOf, type Permission } from '#domain/permissions'
import type { Actor } from '../http/app-env.ts'
import { type Claiming, completionStatements } from '../http/completion.ts'
import { violationIn } from '../http/constraints.ts'

const roomOf = (lowerId: number, higherId: number): SQL<number> =>
  sql<number>`(SELECT ${rooms.id} FROM ${rooms} WHERE ${rooms.lowerId} = ${lowerId} AND ${rooms.higherId} = ${higherId})`

const pairOf = (one: number, other: number) => ({ lowerId: Math.min(one, other), higherId: Math.max(one, other) })

/** The statements that create the chat room of two users if there is none (docs/rules/chat.md 1.1). */
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

/** Creates the room of two users and returns its id; null if they have one already. */
export async function createRoom(ctx: Claiming, one: number, other: number): Promise<number | null> {
  const { db, now } = ctx
  const pair = pairOf(one, other)
  try {
    const [created] = await db.batch([
      db
        .insert(rooms)
        .values({ ...pair, createdAt: now })
        .returning({ id: rooms.id }),
      ...completionStatements(ctx, 'justInserted'),
      ...roomStatements(db, one, other, now),
    ])
    return created[0]?.id ?? null
  } catch (error) {
    if (violationIn(error)) return null
    throw error
  }
}

/** Selects the room of two users. */
export function pairStatement(db: Db, one: number, other: number) {
  const { lowerId, higherId } = pairOf(one, other)
  return db
    .select({ id: rooms.id })
    .from(rooms)
    .where(and(eq(rooms.lowerId, lowerId), eq(rooms.higherId, higherId)))
}

/** The query whose row `visibleRoom` takes. */
export const roomStatement = (db: Db, roomId: number) => db.select().from(rooms).where(eq(rooms.id, roomId))

/**
 * A room that the actor may see: as one of its members, or by a permission for all rooms.
 * @throws DomainError `room-not-found`, `nonMemberCode` for everybody else.
 */
export function visibleRoom(
  [row]: Awaited<ReturnType<typeof roomStatement>>,
  actor: Actor,
  { may, nonMemberCode = 'forbidden' }: { may: Permission; nonMemberCode?: 'forbidden' | 'not-room-member' },
): ChatRoom {
  if (!row) throw new DomainError('room-not-found')
  const room: ChatRoom = { id: row.id, members: [row.lowerId, row.higherId] }
  if (!isMember(room, actor.id) && grantOf(may, actor.role) !== 'any') throw new DomainError(nonMemberCode)
  return room
}
