import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, instant, oneOf } from './columns.ts'
import { users } from './users.ts'

export const SESSION_ENDS = ['signed-out', 'ended', 'ended-by-staff', 'replayed'] as const
export type SessionEnd = (typeof SESSION_ENDS)[number]

/**
 * The sign-ins of an account, one for each device. Every bearer token belongs to one of them. A session is over when it was
 * ended, when its token has expired, and when that token was issued before `users.sessions_valid_from`.
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
    /** The claim `jti` of its present token. */
    tokenId: text('token_id').notNull(),
    /** When the present token was issued, in epoch seconds as in its claim `iat`. */
    issuedAt: integer('issued_at').notNull(),
    /** When the present token expires. */
    expiresAt: instant('expires_at').notNull(),
    /** The token that the last refresh replaced, and when. */
    previousTokenId: text('previous_token_id'),
    refreshedAt: instant('refreshed_at'),
    /** Whether the token that the last refresh answered has been used: until then that answer may have been lost. */
    refreshConfirmed: flag('refresh_confirmed').notNull().default(true),
    /** As the browser and the platform's edge named them at the sign-in; null where they are unknown. */
    browser: text('browser'),
    system: text('system'),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    city: text('city'),
    /** Written at most once in some minutes. */
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
