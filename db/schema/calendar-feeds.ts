import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** The secret address of a person's calendar, at most one. A new one replaces it, and stopping deletes the row. */
export const calendarFeeds = sqliteTable('calendar_feeds', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The token is derived from this and a server secret, so that its owner can read it again (worker/lessons/calendar-token.ts). */
  salt: text('salt').notNull(),
  /** SHA-256 of the token, in base64url. */
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: createdAt(),
})
