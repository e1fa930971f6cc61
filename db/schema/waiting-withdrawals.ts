import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import type { WithdrawMethod } from '#domain/withdrawals/receiver'

/** The pending withdrawal requests by method; triggers maintain it in the batch of each request and decision. */
export const waitingWithdrawals = sqliteTable('waiting_withdrawals', {
  method: integer('method').$type<WithdrawMethod>().primaryKey(),
  rows: integer('rows').notNull(),
  /** In piastres. */
  amount: integer('amount').notNull(),
  /** How many of them are in an open payment file. */
  inFiles: integer('in_files').notNull().default(0),
})
