import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { accountKinds } from '#domain/withdrawals/ledger-accounts'
import { factKinds } from '#domain/withdrawals/ledger-entries'
import type { Ids, Part, ProvenTo } from '#domain/withdrawals/ledger-parts'
import { createdAt, flag, id, oneOf } from './columns.ts'
import { users } from './users.ts'

/**
 * The chart of accounts; every tutor has an account. Amounts are positive for credits and negative for debits, so the sum
 * of a tutor's account is what we owe the tutor.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    id: id(),
    /** The code by which entries reference the account, such as `fawry` or `tutor:12`. */
    code: text('code').notNull().unique(),
    kind: text('kind', { enum: accountKinds }).notNull(),
    ownerId: integer('owner_id').references(() => users.id),
    /** Whether a trigger refuses an entry that makes the balance negative. */
    mustNotGoNegative: flag('must_not_go_negative').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [check('accounts_kind', oneOf(t.kind, accountKinds)), index('accounts_owner').on(t.ownerId)],
)

export type FactKind = (typeof factKinds)[number]

/** `account` is the account's code, `amount` is in piastres, positive for a credit. */
export type JournalLine = { account: string; amount: number }

/**
 * A fact that moved money, posted once. An entry is inserted with all its lines: triggers refuse lines that do not sum to
 * zero and copy the others to `postings`, so no unbalanced entry can exist. Entries are immutable.
 */
export const journalEntries = sqliteTable(
  'journal_entries',
  {
    id: id(),
    factKind: text('fact_kind', { enum: factKinds }).notNull(),
    /** The id of the transaction, refund, lesson or withdrawal. */
    factId: integer('fact_id').notNull(),
    lines: text('lines', { mode: 'json' }).$type<JournalLine[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('journal_fact_kind', oneOf(t.factKind, factKinds)),
    uniqueIndex('journal_once').on(t.factKind, t.factId),
    // The reserved amount of a withdrawal leaves the account once: by payout or by return, even if two decisions conflict.
    uniqueIndex('journal_withdrawal_ends_once').on(t.factId).where(sql`fact_kind IN ('payout', 'withdrawal-return')`),
    index('journal_created').on(t.createdAt),
  ],
)

/** The lines of the entries as rows, for sums. Only the triggers of `journal_entries` write here. */
export const postings = sqliteTable(
  'postings',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => journalEntries.id),
    /** The index among the entry's lines, from 0. */
    line: integer('line').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    amount: integer('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.line] }),
    check('postings_amount', sql`typeof(${t.amount}) = 'integer' AND ${t.amount} <> 0`),
    index('postings_account').on(t.accountId, t.amount),
  ],
)

/**
 * The differences that each nightly proof has found; empty if the proven part of the ledger sums to zero and agrees with
 * the orders.
 */
export const ledgerProofs = sqliteTable(
  'ledger_proofs',
  {
    id: id(),
    findings: text('findings', { mode: 'json' }).$type<{ what: string; expected: number; found: number }[]>().notNull(),
    /** The ids with which the next proof of all rows continues; null: it starts with the latest rows. */
    next: text('next', { mode: 'json' }).$type<Ids>(),
    /** The parts with differences, which the next proof checks again. */
    differing: text('differing', { mode: 'json' }).$type<Part[]>(),
    /** Up to where added rows have been proven; null: not recorded. */
    provenTo: text('proven_to', { mode: 'json' }).$type<ProvenTo>(),
    createdAt: createdAt(),
  },
  (t) => [index('ledger_proofs_created').on(t.createdAt)],
)

export const changedKinds = ['orders', 'lessons', 'withdrawals'] as const

/**
 * Rows whose amount or state has changed since the last proof, which checks them and deletes these entries. Triggers write
 * here, so that every change is proven, whoever made it; entries, decisions and minutes are immutable.
 */
export const ledgerChanges = sqliteTable(
  'ledger_changes',
  {
    id: id(),
    kind: text('kind', { enum: changedKinds }).notNull(),
    rowId: integer('row_id').notNull(),
  },
  (t) => [check('ledger_changes_kind', oneOf(t.kind, changedKinds))],
)
