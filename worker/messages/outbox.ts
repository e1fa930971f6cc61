import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import { type Instant, minutes } from '#domain/cairo'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import type { Message, WhatsAppMessage } from './message.ts'

/**
 * Puts a message into the outbox. It belongs in the batch of the change that causes it, so that neither exists without
 * the other; call `triggerDelivery` after the batch. A message whose `dedupeKey` is known already is not inserted
 * again.
 */
export const messageStatement = (db: Db, message: Message, now: Instant, dedupeKey: string | null = null) =>
  db
    .insert(outbox)
    .values({ ...message, dedupeKey, status: 'pending', attempts: 0, nextAttemptAt: now, createdAt: now })
    .onConflictDoNothing()

type MessageContent<M> = M extends WhatsAppMessage ? Omit<M, 'channel' | 'to'> : never

/**
 * A user can receive messages about lessons with a phone number and a notification method (docs/rules/messages.md 1.2).
 */
export type Recipient = { phone: string | null; notificationMethod: number | null }

/** The statements that send a WhatsApp message to a user; none for a user who cannot receive any. */
export const whatsAppStatements = (
  db: Db,
  { phone, notificationMethod }: Recipient,
  message: MessageContent<WhatsAppMessage>,
  now: Instant,
  dedupeKey: string | null = null,
): Statement[] =>
  phone && notificationMethod
    ? [messageStatement(db, { channel: 'whatsapp', to: phone, ...message } as WhatsAppMessage, now, dedupeKey)]
    : []

/**
 * Starts the delivery through the queue. A failure is logged only, since the request's change is stored by then: the
 * `sweep-messages` job sends what remains in the outbox.
 */
export const triggerDelivery = (env: Env): Promise<unknown> =>
  env.MESSAGES.send({ wake: 'outbox' }).catch((error) =>
    log(env, 'warn', 'delivery-not-woken', { error: String(error) }),
  )

const BATCH = 50
/** A claimed message that was neither sent nor marked as failed is sent again after this. */
const CLAIM_TIMEOUT = minutes(2)

export type OutboxRow = typeof outbox.$inferSelect

/** Claims messages that are due. Two deliveries that run at once claim different ones, so that none is sent twice. */
export async function claimDue(db: Db, now: Instant): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.id))
    .limit(BATCH)
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: now + CLAIM_TIMEOUT })
    .where(and(sql`${outbox.id} IN ${due}`, lte(outbox.nextAttemptAt, now), eq(outbox.status, 'pending')))
    .returning()
}
