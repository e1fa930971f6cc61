import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A chat room of two people; the lower id comes first, so that a pair has one room. Its messages are in its Durable Object. */
export const rooms = sqliteTable(
  'rooms',
  {
    id: id(),
    lowerId: integer('lower_id')
      .notNull()
      .references(() => users.id),
    higherId: integer('higher_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [check('rooms_order', sql`${t.lowerId} < ${t.higherId}`), uniqueIndex('rooms_pair').on(t.lowerId, t.higherId)],
)

/** Each member's own settings of the room. */
export const roomMembers = sqliteTable(
  'room_members',
  {
    roomId: integer('room_id')
      .notNull()
      .references(() => rooms.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    pinned: flag('pinned').notNull().default(false),
    muted: flag('muted').notNull().default(false),
    lastSeen: instant('last_seen'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.userId] }), index('room_members_user').on(t.userId)],
)
