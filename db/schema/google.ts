import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Tokens that are accepted once and have been: nonces of ours, id tokens, and what continues a sign-in. Kept until they would
 * have expired anyway.
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

/** Fresh sign-ins at Google that prove a change. A row is deleted by its use. */
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
