import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { providers } from '#domain/payments/methods'
import { id, instant, oneOf } from './columns.ts'
import { orders } from './orders.ts'

/** Notifications of the gateways, each stored once, before it is processed. `body` is a `GatewayUpdate` as JSON. */
export const paymentInbox = sqliteTable(
  'payment_inbox',
  {
    id: id(),
    provider: text('provider', { enum: providers }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    orderId: integer('tx_id').references(() => orders.id),
    body: text('body').notNull(),
    attempts: integer('attempts').notNull().default(0),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    outcome: text('outcome'),
  },
  (t) => [
    check('payment_inbox_provider', oneOf(t.provider, providers)),
    uniqueIndex('payment_inbox_once').on(t.provider, t.dedupeKey),
    index('payment_inbox_open').on(t.receivedAt).where(sql`processed_at IS NULL`),
    index('payment_inbox_tx').on(t.orderId),
  ],
)
