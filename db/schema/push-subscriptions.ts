import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { authSessions } from './auth-sessions.ts'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * The browsers that receive push notifications (RFC 8030), at most one per session: a subscription is deleted with its
 * session, and a trigger deletes it when the session ends.
 */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    authSessionId: text('auth_session_id')
      .notNull()
      .unique()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    /** The address at the browser's push service. It alone allows posting messages, but not encrypting them. */
    endpoint: text('endpoint').notNull().unique(),
    /** The browser's public key and secret, to which messages are encrypted (RFC 8291), in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
    /** When the push service last accepted a message for it; null before the first. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    index('push_subscriptions_user').on(t.userId),
    check('push_subscriptions_endpoint', sql`${t.endpoint} LIKE 'https://%' AND length(${t.endpoint}) <= 1024`),
    check('push_subscriptions_keys', sql`length(${t.p256dh}) = 87 AND length(${t.auth}) = 22`),
  ],
)
