import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** The networks from which an account's owner has signed in; guesses from elsewhere do not slow these down. */
export const signInNetworks = sqliteTable(
  'sign_in_networks',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** In the format of `networkOf` (`domain/network.ts`). */
    network: text('network').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.network] }), index('sign_in_networks_last_used').on(t.lastUsedAt)],
)
