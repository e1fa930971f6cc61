import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** The secret address of a person's calendar, at most one. A new one replaces it, and stopping deletes the row. */
export const calendarFeeds = sqliteTable('calendar_feeds', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** SHA-256 of the token, in base64url. */
  tokenHash: text('token_hash').notNull().unique(),
  /** The token for its owner, encrypted; null for one that was made before tokens were stored, which cannot be read again. */
  token: text('token'),
  createdAt: createdAt(),
})
