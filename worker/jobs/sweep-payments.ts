import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte } from 'drizzle-orm'
import type { Db } from '#db/client'
import { paymentInbox } from '#db/schema/payment-inbox'
import { refunds, transactions } from '#db/schema/transactions'
import { hours, type Instant, minutes } from '#domain/cairo'
import { TransactionStatus } from '#domain/payments/transaction'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { readOrder, type Transaction } from '../payments/facts.ts'
import { actOnKept } from '../payments/inbox.ts'
import { RECHECK } from '../payments/outcome.ts'
import { NO_ANSWER } from '../payments/place.ts'
import { askProvider, cancelAtProvider } from '../payments/provider.ts'
import { applyNews, REFUND_PATIENCE, resolveRefund, type Work } from '../payments/store.ts'

const AT_ONCE = 50
/** How often an order that stays unpaid is asked after (docs/rules/money.md 4.5). */
const EVERY = minutes(10)
/** A payment at the last moment needs a while until its provider tells of it. */
const GRACE = minutes(15)
/** A notice that was kept so long ago is not being acted on any more. */
const STUCK = minutes(2)

/** One thing that fails holds up nothing else; it is tried again at the next sweep. */
async function each<T extends { id: number }>(
  env: Env,
  what: string,
  all: readonly T[],
  act: (one: T) => Promise<unknown>,
) {
  let failed = 0
  for (const one of all)
    await act(one).catch((error) => {
      failed += 1
      log(env, 'warn', 'sweep-failed', { what, id: one.id, error: String(error) })
    })
  return all.length - failed
}

/** Asks the provider about an order; one that is still unpaid when its time is over has expired. */
async function lookAfter(work: Work, tx: Transaction): Promise<void> {
  const { db, env, now } = work
  await db
    .update(transactions)
    .set({ nextCheckAt: now + EVERY })
    .where(eq(transactions.id, tx.id))
  const news = await askProvider(env, tx)
  if (news && news.report.event !== 'accept') await applyNews(work, tx.id, news)
  else if (tx.expiresAt !== null && tx.expiresAt + GRACE <= now)
    await applyNews(work, tx.id, { report: { event: 'expire', refundedTotal: null } })
}

/** The gateway is known to send no notice of a refund; so long after the payment nobody refunds any more. */
const REFUNDABLE = hours(24 * 60)

async function askAgain(work: Work, tx: Transaction): Promise<void> {
  const { db, env, now } = work
  const nextCheckAt = (tx.paidAt ?? 0) + REFUNDABLE > now ? now + RECHECK : null
  await db.update(transactions).set({ nextCheckAt }).where(eq(transactions.id, tx.id))
  const news = await askProvider(env, tx)
  if (news) await applyNews(work, tx.id, news)
}

/**
 * An order whose announcement got no answer has failed for us, but the provider may have it, and may have asked the
 * student's wallet: it is given up there too, and money that came all the same counts.
 */
async function giveUpUnanswered(work: Work, tx: Transaction): Promise<void> {
  const { db, env } = work
  const news = await askProvider(env, tx)
  if (news?.report.event === 'accept') await cancelAtProvider(env, tx, news.reference ?? null)
  else if (news) await applyNews(work, tx.id, news)
  await db
    .update(transactions)
    .set({ nextCheckAt: null })
    .where(and(eq(transactions.id, tx.id), isUnanswered))
}

const isUnanswered = and(eq(transactions.status, TransactionStatus.Failed), eq(transactions.failureCode, NO_ANSWER))

const unanswered = (db: Db, now: Instant) =>
  db
    .select()
    .from(transactions)
    .where(and(isUnanswered, gt(transactions.createdAt, now - hours(48)), lte(transactions.nextCheckAt, now)))
    .limit(AT_ONCE)

const paid = (db: Db, now: Instant) =>
  db
    .select()
    .from(transactions)
    .where(
      and(
        inArray(transactions.status, [TransactionStatus.Paid, TransactionStatus.PartialRefunded]),
        gt(transactions.createdAt, now - REFUNDABLE - RECHECK),
        isNotNull(transactions.nextCheckAt),
        lte(transactions.nextCheckAt, now),
      ),
    )
    .orderBy(asc(transactions.nextCheckAt))
    .limit(AT_ONCE)

const unpaid = (db: Db, now: Instant) =>
  db
    .select()
    .from(transactions)
    .where(
      and(
        inArray(transactions.status, [TransactionStatus.New, TransactionStatus.Processed]),
        isNotNull(transactions.nextCheckAt),
        lte(transactions.nextCheckAt, now),
      ),
    )
    .orderBy(asc(transactions.nextCheckAt))
    .limit(AT_ONCE)

const stuckNotices = (db: Db, now: Instant) =>
  db
    .select()
    .from(paymentInbox)
    .where(and(isNull(paymentInbox.processedAt), lt(paymentInbox.receivedAt, now - STUCK)))
    .orderBy(asc(paymentInbox.receivedAt))
    .limit(AT_ONCE)

const stuckRefunds = (db: Db, now: Instant) =>
  db
    .select({ id: refunds.id, txId: refunds.txId })
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lt(refunds.createdAt, now - REFUND_PATIENCE)))
    .limit(AT_ONCE)

/**
 * Finds what no notice told us: acts on notices that were kept and not acted on, asks after refunds without an answer
 * and orders that stay unpaid, expires those whose time is over, gives up what was announced without an answer, and
 * asks once a day whether paid ones were refunded (docs/rules/money.md 4.5).
 */
export async function sweepPayments(env: Env, db: Db, now: Instant): Promise<Record<string, number>> {
  const told: Promise<unknown>[] = []
  const work: Work = { db, env, now, after: (one) => told.push(one) }
  const [notices, waiting, orders, lost, settled] = await Promise.all([
    stuckNotices(db, now),
    stuckRefunds(db, now),
    unpaid(db, now),
    unanswered(db, now),
    paid(db, now),
  ])
  const outcome = {
    notices: await each(env, 'notice', notices, (one) => actOnKept(work, one)),
    refunds: await each(env, 'refund', waiting, async ({ txId }) => {
      const facts = await readOrder(db, txId, now)
      if (facts) await resolveRefund(work, facts, await askProvider(env, facts.tx))
    }),
    orders: await each(env, 'order', orders, (tx) => lookAfter(work, tx)),
    unanswered: await each(env, 'unanswered', lost, (tx) => giveUpUnanswered(work, tx)),
    paid: await each(env, 'paid', settled, (tx) => askAgain(work, tx)),
  }
  await Promise.allSettled(told)
  return outcome
}
