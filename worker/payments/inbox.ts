import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { paymentInbox } from '#db/schema/payment-inbox'
import type { Instant } from '#domain/cairo'
import type { Provider } from '#domain/payments/methods'
import type { TransactionStatus } from '#domain/payments/transaction'
import type { News } from './provider.ts'
import { applyNews, type Work } from './store.ts'

/** A notice whose signature and order are right. `dedupeKey` is over what was signed: a replay has the same. */
export type Notice = { provider: Provider; dedupeKey: string; txId: number; news: News }

type Kept = { id: number; processedAt: Instant | null }

/** Keeps a notice before it is acted on; the same telling is kept once. */
async function keep({ db, now }: Work, { provider, dedupeKey, txId, news }: Notice): Promise<Kept> {
  const columns = { id: paymentInbox.id, processedAt: paymentInbox.processedAt }
  const [kept] = await db
    .insert(paymentInbox)
    .values({ provider, dedupeKey, txId, body: JSON.stringify(news), receivedAt: now })
    .onConflictDoNothing()
    .returning(columns)
  if (kept) return kept
  const [known] = await db
    .select(columns)
    .from(paymentInbox)
    .where(and(eq(paymentInbox.provider, provider), eq(paymentInbox.dedupeKey, dedupeKey)))
  if (!known) throw new Error(`A notice of ${provider} is neither new nor known`)
  return known
}

const doneStatement = (db: Db, inboxId: number, now: Instant): BatchItem<'sqlite'> =>
  db
    .update(paymentInbox)
    .set({ processedAt: now, attempts: sql`${paymentInbox.attempts} + 1`, outcome: 'done' })
    .where(eq(paymentInbox.id, inboxId))

/**
 * Keeps a notice and acts on it, once: a telling that was acted on is not read again. Answers where the order stands, null
 * for an old telling. An error leaves the notice in the inbox for the sweep, and the provider tells again.
 */
export async function receive(work: Work, notice: Notice): Promise<TransactionStatus | null> {
  const kept = await keep(work, notice)
  if (kept.processedAt !== null) return null
  return applyNews(work, notice.txId, notice.news, [doneStatement(work.db, kept.id, work.now)])
}

/** Acts on a notice that was kept and whose request did not come to an end. */
export async function actOnKept(work: Work, kept: typeof paymentInbox.$inferSelect): Promise<void> {
  const done = doneStatement(work.db, kept.id, work.now)
  if (kept.txId === null) await work.db.batch([done])
  else await applyNews(work, kept.txId, JSON.parse(kept.body) as News, [done])
}
