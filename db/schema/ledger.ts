import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id } from './columns.ts'
import { users } from './users.ts'

/** The chart of accounts; a tutor's balance is an account of theirs. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: id(),
    code: text('code').notNull().unique(),
    kind: text('kind', { enum: ['asset', 'liability', 'income', 'expense'] }).notNull(),
    ownerId: integer('owner_id').references(() => users.id),
    /** A trigger refuses a posting that would take more than there is. */
    mustNotGoNegative: flag('must_not_go_negative').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index('accounts_owner').on(t.ownerId)],
)

/** One fact that moved money. Sealing it is refused unless its postings sum to zero; then nothing of it changes. */
export const journalEntries = sqliteTable(
  'journal_entries',
  {
    id: id(),
    factKind: text('fact_kind').notNull(),
    factId: integer('fact_id').notNull(),
    sealed: flag('sealed').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('journal_once').on(t.factKind, t.factId)],
)

/** Piastres into (positive) or out of (negative) an account. */
export const postings = sqliteTable(
  'postings',
  {
    id: id(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => journalEntries.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    amount: integer('amount').notNull(),
  },
  (t) => [
    check('postings_amount', sql`${t.amount} <> 0`),
    index('postings_account').on(t.accountId),
    index('postings_entry').on(t.entryId),
  ],
)
