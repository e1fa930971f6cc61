import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import { createdAt, instant, oneOf } from './columns.ts'
import { users } from './users.ts'

/** The purpose of password resets before they had their own table; no row has it any more. */
const RETIRED_PURPOSE = 4

/** The only valid code of an account and a purpose. */
export const confirmationCodes = sqliteTable(
  'confirmation_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: integer('purpose').$type<ConfirmationPurpose>().notNull(),
    code: integer('code').notNull(),
    /** The address or number that the last message with it went to, and when; null for a code from before these were stored. */
    sentTo: text('sent_to'),
    sentAt: instant('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.purpose] }),
    check('confirmation_codes_code', sql`${t.code} BETWEEN 10000 AND 99999`),
    check('confirmation_codes_purpose', oneOf(t.purpose, [...Object.values(ConfirmationPurpose), RETIRED_PURPOSE])),
  ],
)

/**
 * The only password reset code of an account. The code alone identifies the account, so only a keyed hash of it is stored.
 */
export const passwordResetCodes = sqliteTable(
  'password_reset_codes',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    codeHash: text('code_hash').notNull().unique(),
    /** The parameters of its mail, encrypted, with which it is sent again; null for a code from before these were stored. */
    mail: text('mail'),
    sentAt: instant('sent_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('password_reset_codes_expiry').on(t.expiresAt)],
)
