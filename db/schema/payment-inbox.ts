import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant } from './columns.ts'
import { transactions } from './transactions.ts'

/** What providers told us, kept before it is acted on: each telling once. */
export const paymentInbox = sqliteTable(
  'payment_inbox',
  {
    id: id(),
    provider: text('provider', { enum: ['fawry', 'paymob'] }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    txId: integer('tx_id').references(() => transactions.id),
    body: text('body').notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    outcome: text('outcome'),
  },
  (t) => [uniqueIndex('payment_inbox_once').on(t.provider, t.dedupeKey), index('payment_inbox_open').on(t.processedAt)],
)
