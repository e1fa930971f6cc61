import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, instant, oneOf } from './columns.ts'
import { users } from './users.ts'

export const SESSION_ENDS = ['signed-out', 'ended', 'ended-by-staff', 'replayed'] as const
export type SessionEnd = (typeof SESSION_ENDS)[number]

/**
 * The sign-ins of an account, one per device. Every bearer token belongs to one of them. A session is over when it was
 * ended, when its token has expired, or when that token was issued before `users.sessions_valid_from`.
 */
export const authSessions = sqliteTable(
  'auth_sessions',
  {
    /** The claim `sid` of its tokens. */
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** When the person signed in; a refresh does not change it. */
    createdAt: createdAt(),
    bySecondFactor: flag('by_second_factor').notNull(),
    /** The claim `jti` of its current token. */
    tokenId: text('token_id').notNull(),
    /** When the current token was issued, in epoch seconds as in its claim `iat`. */
    issuedAt: integer('issued_at').notNull(),
    /** When the current token expires. */
    expiresAt: instant('expires_at').notNull(),
    /** The token that the last refresh replaced, and when. */
    previousTokenId: text('previous_token_id'),
    refreshedAt: instant('refreshed_at'),
    /** Whether the token of the last refresh has been used; until then its answer may have been lost. */
    refreshConfirmed: flag('refresh_confirmed').notNull().default(true),
    /** As detected by the browser's header and the platform's edge at the sign-in; null if unknown. */
    browser: text('browser'),
    system: text('system'),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    city: text('city'),
    /** Updated at most once every few minutes. */
    lastUsedAt: instant('last_used_at').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by', { enum: SESSION_ENDS }),
  },
  (t) => [
    index('auth_sessions_user').on(t.userId, t.createdAt),
    index('auth_sessions_expiry').on(t.expiresAt),
    check('auth_sessions_ended_by', oneOf(t.endedBy, SESSION_ENDS)),
    check('auth_sessions_end', sql`(${t.endedAt} IS NULL) = (${t.endedBy} IS NULL)`),
    check('auth_sessions_refresh', sql`(${t.previousTokenId} IS NULL) = (${t.refreshedAt} IS NULL)`),
  ],
)
