import { and, eq, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { paymentInbox } from '#db/schema/payment-inbox'
import type { Instant } from '#domain/cairo'
import type { Provider } from '#domain/payments/methods'
import type { TransactionStatus } from '#domain/payments/transaction'
import { log } from '../http/logs.ts'
import { applyStatus, type PaymentContext } from './apply-status.ts'
import type { GatewayUpdate } from './gateway.ts'
import { orderOf, orderStatements } from './load-order.ts'

/**
 * A notification whose signature and order have been checked. `dedupeKey` identifies it among the notifications of its
 * gateway: a repeated notification has the same key.
 */
export type GatewayNotification = { provider: Provider; dedupeKey: string; orderId: number; update: GatewayUpdate }

/**
 * Stores a notification before it is processed, and reads its order in the same round trip. A repeated notification finds
 * the row of the first.
 */
async function storeNotification(
  { db, now }: PaymentContext,
  { provider, dedupeKey, orderId, update }: GatewayNotification,
) {
  const isThis = and(eq(paymentInbox.provider, provider), eq(paymentInbox.dedupeKey, dedupeKey))
  const [, [stored], ...order] = await db.batch([
    db
      .insert(paymentInbox)
      .values({ provider, dedupeKey, orderId, body: JSON.stringify(update), receivedAt: now })
      .onConflictDoNothing(),
    db.select({ id: paymentInbox.id, processedAt: paymentInbox.processedAt }).from(paymentInbox).where(isThis),
    ...orderStatements(db, orderId, now),
  ])
  if (!stored) throw new Error(`A notice of ${provider} is neither new nor known`)
  return { stored, order }
}

const markProcessedStatement = (db: Db, inboxId: number, now: Instant): Statement =>
  db
    .update(paymentInbox)
    .set({ processedAt: now, attempts: sql`${paymentInbox.attempts} + 1`, outcome: 'done' })
    .where(eq(paymentInbox.id, inboxId))

/**
 * Stores a notification and processes it once. Returns the order's status afterwards; null for a repeat of a processed
 * notification. After an error the notification stays unprocessed: the gateway repeats it, and the payment sweep retries
 * it.
 */
export async function receiveNotification(
  context: PaymentContext,
  notification: GatewayNotification,
): Promise<TransactionStatus | null> {
  const { db, now } = context
  const { stored, order } = await storeNotification(context, notification)
  if (stored.processedAt !== null) return null
  const loaded = await orderOf(db, order, now)
  return applyStatus(
    context,
    notification.orderId,
    notification.update,
    [markProcessedStatement(db, stored.id, now)],
    loaded,
  )
}

/** A signed notification of one of our orders whose status, in the provider's words, we do not know. */
type UnknownNotification = { provider: Provider; dedupeKey: string; orderId: number; status: string }

/**
 * Records for staff, in the log and on the order, that a provider has reported something we do not know; it changes nothing. The key
 * differs from that of every known notification, so that it can never stand in the way of one.
 */
export async function recordUnknownStatus(
  { db, env, now }: PaymentContext,
  { provider, dedupeKey, orderId, status }: UnknownNotification,
): Promise<void> {
  const body = JSON.stringify({ report: { event: status, refundedTotal: null } })
  const processed = { receivedAt: now, processedAt: now, attempts: 1, outcome: 'unknown-status' }
  await db
    .insert(paymentInbox)
    .values({ provider, dedupeKey: `unknown:${dedupeKey}`, orderId, body, ...processed })
    .onConflictDoNothing()
  log(env, 'warn', 'notice-of-unknown-status', { provider, status, orderId })
}

/** Processes a stored notification whose request failed or was interrupted. */
export async function processStoredNotification(
  context: PaymentContext,
  stored: typeof paymentInbox.$inferSelect,
): Promise<void> {
  const markProcessed = markProcessedStatement(context.db, stored.id, context.now)
  if (stored.orderId === null) await context.db.batch([markProcessed])
  else await applyStatus(context, stored.orderId, JSON.parse(stored.body) as GatewayUpdate, [markProcessed])
}
