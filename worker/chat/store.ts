import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { roomMembers, rooms } from '#db/schema/chat'
import type { Instant } from '#domain/cairo'

const roomOf = (lowerId: number, higherId: number): SQL<number> =>
  sql<number>`(SELECT ${rooms.id} FROM ${rooms} WHERE ${rooms.lowerId} = ${lowerId} AND ${rooms.higherId} = ${higherId})`

/** The statements that give two people their chat room, where they have none yet (facts: lessons 2.3 and 11.1). */
export function roomStatements(db: Db, one: number, other: number, now: Instant): BatchItem<'sqlite'>[] {
  const lowerId = Math.min(one, other)
  const higherId = Math.max(one, other)
  const roomId = roomOf(lowerId, higherId)
  return [
    db.insert(rooms).values({ lowerId, higherId, createdAt: now }).onConflictDoNothing(),
    db
      .insert(roomMembers)
      .values([lowerId, higherId].map((userId) => ({ roomId, userId, createdAt: now, updatedAt: now })))
      .onConflictDoNothing(),
  ]
}
