import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type Bank, banks, WithdrawMethod } from '#domain/withdrawals/receiver'
import { createdAt, flag, id, instant, isMember, oneOf, updatedAt } from './columns.ts'
import { users } from './users.ts'
import { withdrawals } from './withdrawals.ts'

/** A transfer file that staff submit to a bank, to InstaPay or to a wallet operator; amounts in piastres. */
export const paymentFiles = sqliteTable(
  'payment_files',
  {
    id: id(),
    method: integer('method').$type<WithdrawMethod>().notNull(),
    /** The receivers' bank; null for other methods. */
    bank: text('bank').$type<Bank>(),
    count: integer('count').notNull(),
    total: integer('total').notNull(),
    /** The downloaded content, byte for byte. */
    content: text('content').notNull(),
    /** The receipt of the whole file, which names every receiver and so is for admins only. */
    receipt: text('receipt'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    /** When it was paid or dropped; null while it is open. */
    closedAt: instant('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('payment_files_method', isMember(t.method, WithdrawMethod)),
    check('payment_files_bank', sql`(${t.bank} IS NOT NULL) = (${t.method} = 1)`),
    check('payment_files_bank_known', oneOf(t.bank, banks)),
    check('payment_files_total', sql`${t.count} > 0 AND ${t.total} > 0`),
    check('payment_files_closed', sql`(${t.closedAt} IS NULL) = (${t.closedBy} IS NULL)`),
    index('payment_files_created').on(t.createdAt),
    index('payment_files_receipt').on(t.receipt),
  ],
)

/**
 * A withdrawal in a payment file. A withdrawal is in at most one open file, so that two files cannot pay it twice; a
 * trigger closes the row when the withdrawal is decided.
 */
export const paymentFileItems = sqliteTable(
  'payment_file_items',
  {
    fileId: integer('file_id')
      .notNull()
      .references(() => paymentFiles.id),
    withdrawalId: integer('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    open: flag('open').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.withdrawalId] }),
    uniqueIndex('payment_file_items_open').on(t.withdrawalId).where(sql`open = 1`),
  ],
)
