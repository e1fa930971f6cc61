import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, oneOf } from './columns.ts'

const CHANNELS = ['email', 'whatsapp', 'push'] as const
/** `failed`: discarded by staff; `parked`: had too many attempts and waits for staff. */
const STATUSES = ['pending', 'sent', 'failed', 'parked'] as const

/** Messages to people, inserted in the same batch as the change that caused them and sent afterwards. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    channel: text('channel', { enum: CHANNELS }).notNull(),
    template: text('template').notNull(),
    /** An e-mail address, a phone number, or the id of a push subscription. */
    to: text('to').notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    status: text('status', { enum: STATUSES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    lastError: text('last_error'),
    /**
     * When a send with an unknown result was started: set while it runs, and permanently if it was interrupted or got no
     * proof. Null once the provider has refused or accepted the message.
     */
    sendingAt: instant('sending_at'),
    /** The provider's message id, which proves that it was accepted. */
    providerId: text('provider_id'),
    /** Identifies a message that must be sent only once, such as a reminder. */
    dedupeKey: text('dedupe_key'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    /** When it reached the recipient's device or mailbox, and when it was opened, by the provider's reports. */
    deliveredAt: instant('delivered_at'),
    readAt: instant('read_at'),
    /** Of a reminder or a code by WhatsApp: whose it is, and when it goes by mail unless it was delivered before. */
    userId: integer('user_id'),
    fallbackAt: instant('fallback_at'),
    /** Of a mail of a mailing: whose counts a trigger keeps. */
    mailingId: integer('mailing_id'),
  },
  (t) => [
    index('outbox_due').on(t.nextAttemptAt).where(sql`status = 'pending'`),
    index('outbox_parked').on(t.createdAt).where(sql`status = 'parked'`),
    // For deleting old rows.
    index('outbox_done').on(t.createdAt).where(sql`status IN ('sent', 'failed')`),
    index('outbox_provider').on(t.providerId).where(sql`provider_id IS NOT NULL`),
    index('outbox_fallback').on(t.fallbackAt).where(sql`fallback_at IS NOT NULL`),
    check('outbox_channel', oneOf(t.channel, CHANNELS)),
    check('outbox_status', oneOf(t.status, STATUSES)),
    uniqueIndex('outbox_once').on(t.dedupeKey).where(sql`dedupe_key IS NOT NULL`),
  ],
)
