import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Cards that students have saved at Paymob, which reports each once and lists none. A card that was removed, here or there,
 * keeps the hash of its token alone, so that an older report does not bring it back.
 */
export const paymobCards = sqliteTable(
  'paymob_cards',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Opens a payment with our secret key only; null once the card was removed. */
    token: text('token'),
    tokenHash: text('token_hash').notNull().unique(),
    brand: text('brand').notNull(),
    lastFourDigits: text('last_four_digits').notNull(),
    /** Paymob's time of saving, as it writes it: a text that sorts by time. */
    savedAt: text('saved_at').notNull(),
    removedAt: instant('removed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('paymob_cards_removed', sql`(${t.token} IS NULL) = (${t.removedAt} IS NOT NULL)`),
    check('paymob_cards_digits', sql`${t.lastFourDigits} GLOB '[0-9][0-9][0-9][0-9]'`),
    index('paymob_cards_user').on(t.userId).where(sql`token IS NOT NULL`),
  ],
)
