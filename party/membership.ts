import { and, eq, inArray, ne } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Db, openDb } from '#db/client'
import { roomMembers, rooms } from '#db/schema/chat'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isMember, mayChat, otherMember } from '#domain/chat/room'
import type { Inbox } from './inbox.ts'

export type Shared = { roomId: number; userId: number }

/** The rooms of a person, with the other one of each. */
export function sharedRooms(d1: D1Database, userId: number): Promise<Shared[]> {
  const db = openDb(d1)
  const mine = db.select({ roomId: roomMembers.roomId }).from(roomMembers).where(eq(roomMembers.userId, userId))
  return db
    .select({ userId: roomMembers.userId, roomId: roomMembers.roomId })
    .from(roomMembers)
    .where(and(ne(roomMembers.userId, userId), inArray(roomMembers.roomId, mine)))
    .orderBy(roomMembers.roomId)
}

/** With whom a person shares a room, or why they do not. D1 is asked only about rooms that are not in the inbox yet. */
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
  inbox.keep(roomId, otherId)
  return otherId
}

/** Whether a person may write, as it stands at this moment. */
export async function mayChatNow(d1: D1Database, userId: number): Promise<boolean> {
  const columns = { role: users.role, verifiedEmail: users.verifiedEmail }
  const [user] = await openDb(d1).select(columns).from(users).where(eq(users.id, userId))
  return user !== undefined && mayChat(user.role, user.verifiedEmail)
}

const leftStatements = (db: Db, userId: number, now: Instant): [BatchItem<'sqlite'>, BatchItem<'sqlite'>] => [
  db.update(users).set({ online: false, lastSeen: now }).where(eq(users.id, userId)),
  db.update(roomMembers).set({ lastSeen: now }).where(eq(roomMembers.userId, userId)),
]

/**
 * The first tab has come, or the last has gone: lists of people ask the database who is here (docs/rules/live.md 2.1).
 */
export async function writePresence(d1: D1Database, userId: number, online: boolean, now: Instant): Promise<void> {
  const db = openDb(d1)
  if (online) await db.update(users).set({ online }).where(eq(users.id, userId))
  else await db.batch(leftStatements(db, userId, now))
}
