import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from './columns.ts'

/** Messages to people, written in the batch of what caused them and sent afterwards. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    channel: text('channel', { enum: ['email', 'whatsapp'] }).notNull(),
    template: text('template').notNull(),
    to: text('to').notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    status: text('status', { enum: ['pending', 'sent', 'parked'] })
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** Names a message that must be sent once, such as a reminder. */
    dedupeKey: text('dedupe_key'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    index('outbox_due').on(t.nextAttemptAt).where(sql`status = 'pending'`),
    uniqueIndex('outbox_once').on(t.dedupeKey).where(sql`dedupe_key IS NOT NULL`),
  ],
)
