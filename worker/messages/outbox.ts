import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import { type Instant, minutes } from '#domain/cairo'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import type { Message, WhatsAppMessage } from './message.ts'

/**
 * The statement that puts a message into the outbox: it belongs into the batch of the fact that causes it, so that
 * neither can exist without the other. Call `triggerDelivery` after the batch.
 */
export const messageStatement = (db: Db, message: Message, now: Instant, dedupeKey: string | null = null) =>
  db
    .insert(outbox)
    .values({ ...message, dedupeKey, status: 'pending', attempts: 0, nextAttemptAt: now, createdAt: now })
    .onConflictDoNothing()

type MessageContent<M> = M extends WhatsAppMessage ? Omit<M, 'channel' | 'to'> : never

/** Who may get messages about lessons: a phone and a channel are needed (docs/rules/messages.md 1.2). */
export type Reachable = { phone: string | null; notificationMethod: number | null }

/** The statements that message somebody; none for one who cannot be reached. */
export const messageStatements = (
  db: Db,
  { phone, notificationMethod }: Reachable,
  message: MessageContent<WhatsAppMessage>,
  now: Instant,
  dedupeKey: string | null = null,
): BatchItem<'sqlite'>[] =>
  phone && notificationMethod
    ? [messageStatement(db, { channel: 'whatsapp', to: phone, ...message } as WhatsAppMessage, now, dedupeKey)]
    : []

/**
 * Tells the queue that there is mail. A wake-up that is lost fails no request, whose work is done by then: the sweep
 * finds what it leaves behind.
 */
export const triggerDelivery = (env: Env): Promise<unknown> =>
  env.MESSAGES.send({ wake: 'outbox' }).catch((error) =>
    log(env, 'warn', 'delivery-not-woken', { error: String(error) }),
  )

const BATCH = 50
/** A claimed message that was neither sent nor failed is tried again after this. */
const CLAIM_TIMEOUT = minutes(2)

export type OutboxRow = typeof outbox.$inferSelect

/** Takes messages that are due, so that two deliveries at once never send one twice. */
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
