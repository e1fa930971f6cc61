import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { ConfirmationPurpose } from '#domain/verification/codes'
import { createdAt, instant, oneOf } from './columns.ts'
import { users } from './users.ts'

/** The one living code of an account and a purpose. */
export const confirmationCodes = sqliteTable(
  'confirmation_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: integer('purpose').$type<ConfirmationPurpose>().notNull(),
    code: integer('code').notNull(),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.purpose] }),
    check('confirmation_codes_code', sql`${t.code} BETWEEN 10000 AND 99999`),
    check('confirmation_codes_purpose', oneOf(t.purpose, Object.values(ConfirmationPurpose))),
  ],
)
