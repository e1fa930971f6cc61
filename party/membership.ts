import { and, eq, inArray, ne } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Db, openDb } from '#db/client'
import { roomMembers, rooms } from '#db/schema/chat'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isMember, mayChat, otherMember } from '#domain/chat/room'
import type { Inbox } from './inbox.ts'

export type SharedRoom = { roomId: number; userId: number }

const sharedRoomsQuery = (db: Db, userId: number) => {
  const mine = db.select({ roomId: roomMembers.roomId }).from(roomMembers).where(eq(roomMembers.userId, userId))
  return db
    .select({ userId: roomMembers.userId, roomId: roomMembers.roomId })
    .from(roomMembers)
    .where(and(ne(roomMembers.userId, userId), inArray(roomMembers.roomId, mine)))
    .orderBy(roomMembers.roomId)
}

/** A user's rooms with the other member of each. */
export const sharedRooms = (d1: D1Database, userId: number): Promise<SharedRoom[]> =>
  sharedRoomsQuery(openDb(d1), userId).execute()

/** The other member of a user's room, or why there is none. D1 is queried only for rooms that are not in the inbox yet. */
export async function partnerIn(
  inbox: Inbox,
  d1: D1Database,
  userId: number,
  roomId: number,
): Promise<number | 'room-not-found' | 'not-member'> {
  const known = inbox.partnerIn(roomId)
  if (known !== null) return known
  const [row] = await openDb(d1).select().from(rooms).where(eq(rooms.id, roomId))
  if (!row) return 'room-not-found'
  const room = { id: row.id, members: [row.lowerId, row.higherId] } as const
  if (!isMember(room, userId)) return 'not-member'
  const otherId = otherMember(room, userId)
  inbox.addRoom(roomId, otherId)
  return otherId
}

/** Whether a user may write now. Connections cache only a yes, because a student may verify their address meanwhile. */
export async function mayChatNow(d1: D1Database, userId: number): Promise<boolean> {
  const columns = { role: users.role, verifiedEmail: users.verifiedEmail }
  const [user] = await openDb(d1).select(columns).from(users).where(eq(users.id, userId))
  return user !== undefined && mayChat(user.role, user.verifiedEmail)
}

const presenceStatements = (db: Db, userId: number, online: boolean, now: Instant): BatchItem<'sqlite'>[] =>
  online
    ? [db.update(users).set({ online }).where(eq(users.id, userId))]
    : [
        db.update(users).set({ online, lastSeen: now }).where(eq(users.id, userId)),
        db.update(roomMembers).set({ lastSeen: now }).where(eq(roomMembers.userId, userId)),
      ]

/**
 * Call for a user's first tab and their last: lists of people filter by presence in D1 (docs/rules/live.md 2.1). Returns whom to
 * notify, read in the same trip.
 */
export async function writePresence(
  d1: D1Database,
  userId: number,
  online: boolean,
  now: Instant,
): Promise<SharedRoom[]> {
  const db = openDb(d1)
  const [partners] = await db.batch([sharedRoomsQuery(db, userId), ...presenceStatements(db, userId, online, now)])
  return partners
}
