import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { createdAt, flag, id, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A tutor's request for earnings; "invoice" on the wire. Amount in piastres. */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    method: integer('method').$type<0 | 1 | 2>().notNull(),
    receiver: text('receiver').notNull(),
    amount: integer('amount').notNull(),
    status: integer('status').$type<WithdrawalStatus>().notNull().default(0),
    /** The tutor asked for the cancellation, and nobody has refused it: one that is canceled was so on their word. */
    cancellationAsked: flag('cancellation_asked').notNull().default(false),
    note: text('note'),
    adminNote: text('admin_note'),
    receipt: text('receipt'),
    addressedBy: integer('addressed_by').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('withdrawals_method', sql`${t.method} BETWEEN 0 AND 2`),
    check('withdrawals_amount', sql`${t.amount} BETWEEN 10000 AND 5000000`),
    check('withdrawals_status', sql`${t.status} BETWEEN 0 AND 4`),
    check('withdrawals_receiver', sql`length(${t.receiver}) BETWEEN 1 AND 32`),
    index('withdrawals_user').on(t.userId, t.createdAt),
    index('withdrawals_created').on(t.createdAt),
    index('withdrawals_status_idx').on(t.status, t.createdAt),
  ],
)
