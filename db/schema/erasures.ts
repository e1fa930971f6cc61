import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Requests to erase an account, at most one that is not stopped (docs/rules/privacy.md 4.1). While one is being carried out, triggers
 * let what is otherwise unchangeable lose its words.
 */
export const erasures = sqliteTable(
  'erasures',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    askedAt: instant('asked_at').notNull(),
    /** Until when the person may change their mind. */
    due: instant('due').notNull(),
    stoppedAt: instant('stopped_at'),
    /** When the account was closed, and when the last of what it held was gone. */
    startedAt: instant('started_at'),
    doneAt: instant('done_at'),
  },
  (t) => [
    check('erasures_not_stopped_and_done', sql`${t.stoppedAt} IS NULL OR ${t.startedAt} IS NULL`),
    check('erasures_done_after_start', sql`${t.doneAt} IS NULL OR ${t.startedAt} IS NOT NULL`),
    uniqueIndex('erasures_one').on(t.userId).where(sql`stopped_at IS NULL`),
    index('erasures_user').on(t.userId, t.askedAt),
    index('erasures_due').on(t.due).where(sql`stopped_at IS NULL AND done_at IS NULL`),
  ],
)

/**
 * Keyed hashes of what erased accounts had a free trial by: mailboxes, phone numbers and Google subjects
 * (docs/rules/privacy.md 4.7).
 */
export const erasedProofs = sqliteTable('erased_proofs', { hash: text('hash').primaryKey(), createdAt: createdAt() })
