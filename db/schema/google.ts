import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * One-time tokens that have been used: our nonces, id tokens, and tokens that continue a sign-in. Kept until they would
 * have expired.
 */
export const spentTokens = sqliteTable(
  'spent_tokens',
  {
    /** SHA-256, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('spent_tokens_expiry').on(t.expiresAt)],
)

/** Fresh Google sign-ins that prove a change. Using a row deletes it. */
export const googleProofs = sqliteTable(
  'google_proofs',
  {
    /** SHA-256 of the token, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('google_proofs_user').on(t.userId), index('google_proofs_expiry').on(t.expiresAt)],
)
