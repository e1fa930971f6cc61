import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { consentKinds, consentPlaces } from '#domain/users/consents'
import { createdAt, flag, id, oneOf } from './columns.ts'
import { users } from './users.ts'

/**
 * What people have agreed to, kept for good as proof (docs/rules/privacy.md 5.1). Triggers refuse to change or delete a row, and copy
 * the latest ones to where they are read: the account, and its choice of mailings.
 */
export const consents = sqliteTable(
  'consents',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: consentKinds }).notNull(),
    /** Of the text that was shown. */
    version: integer('version').notNull(),
    /** False where it is withdrawn, as only that of marketing can be. */
    given: flag('given').notNull(),
    place: text('place', { enum: consentPlaces }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('consents_kind', oneOf(t.kind, consentKinds)),
    check('consents_place', oneOf(t.place, consentPlaces)),
    check('consents_version', sql`${t.version} > 0`),
    check('consents_given', sql`${t.given} = 1 OR (${t.given} = 0 AND ${t.kind} = 'marketing')`),
    uniqueIndex('consents_once').on(t.userId, t.kind, t.version).where(sql`kind <> 'marketing'`),
    index('consents_user').on(t.userId, t.kind, t.version),
  ],
)
