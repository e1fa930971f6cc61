import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'
import { PROVIDERS, transactions } from './transactions.ts'

/** What providers told us, kept before it is acted on: each telling once. */
export const paymentInbox = sqliteTable(
  'payment_inbox',
  {
    id: id(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    txId: integer('tx_id').references(() => transactions.id),
    body: text('body').notNull(),
    attempts: integer('attempts').notNull().default(0),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    outcome: text('outcome'),
  },
  (t) => [
    check('payment_inbox_provider', oneOf(t.provider, PROVIDERS)),
    uniqueIndex('payment_inbox_once').on(t.provider, t.dedupeKey),
    index('payment_inbox_open').on(t.receivedAt).where(sql`processed_at IS NULL`),
    index('payment_inbox_tx').on(t.txId),
  ],
)
