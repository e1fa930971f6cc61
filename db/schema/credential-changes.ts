import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { credentials } from '#domain/withdrawals/cooling-off'
import { instant, oneOf } from './columns.ts'
import { users } from './users.ts'

/**
 * When a tutor's password, phone or e-mail last changed. Triggers of `users` write it, whichever act makes the change; a
 * first number is no change, and a password that is only hashed anew leaves the account's `updatedAt` as it is.
 */
export const credentialChanges = sqliteTable(
  'credential_changes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    credential: text('credential', { enum: credentials }).notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.credential] }),
    check('credential_changes_credential', oneOf(t.credential, credentials)),
  ],
)
