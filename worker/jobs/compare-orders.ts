import { and, asc, eq, isNotNull, isNull, lte, notInArray } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { paymentDifferences, transactions } from '#db/schema/transactions'
import { hours, type Instant } from '#domain/cairo'
import { type Difference, isRecordOfOrder } from '#domain/payments/comparison'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { applyStatus, type PaymentContext } from '../payments/apply-status.ts'
import { canBeQueried, differencesWith, fetchRecord } from '../payments/gateway.ts'
import type { Transaction } from '../payments/load-order.ts'

/**
 * Orders compared in one run. The platform allows a run a thousand subrequests, including those to the database; an order
 * that agrees takes three, one that differs about ten.
 */
const BATCH = 150
/** Orders queried at the same time. */
const AT_ONCE = 5
/** When an order that differs, or whose query got no answer, is compared again. */
const COMPARE_AGAIN = hours(20)

const dueOrders = (db: Db, now: Instant) =>
  db
    .select()
    .from(transactions)
    .where(and(isNotNull(transactions.compareAt), lte(transactions.compareAt, now)))
    .orderBy(asc(transactions.compareAt))
    .limit(BATCH)

/** A free order has no provider, and Fawry cannot be queried for a second payment. */
const hasRecord = (tx: Transaction): boolean => tx.amount > 0 && canBeQueried(tx)

const isOpenOf = (txId: number) => and(eq(paymentDifferences.txId, txId), isNull(paymentDifferences.closedAt))

/**
 * Records new differences, already resolved where the provider's report has been applied since, and resolves those that no
 * longer exist.
 */
async function nameDifferences(
  db: Db,
  txId: number,
  { found, left }: { found: readonly Difference[]; left: readonly Difference[] },
  now: Instant,
): Promise<Statement[]> {
  const open = await db.select().from(paymentDifferences).where(isOpenOf(txId))
  const differing = left.map(({ field }) => field)
  const all = [...left, ...found.filter(({ field }) => !differing.includes(field))]
  const unnamed = all.filter((one) => open.every(({ field }) => field !== one.field))
  const isGone = notInArray(paymentDifferences.field, differing)
  return [
    db
      .update(paymentDifferences)
      .set({ closedAt: now })
      .where(and(isOpenOf(txId), isGone)),
    ...unnamed.map(({ field, ours, theirs }) => {
      const closedAt = differing.includes(field) ? null : now
      return db.insert(paymentDifferences).values({ txId, field, ours, theirs, foundAt: now, closedAt })
    }),
  ]
}

/** Compares an order, applies what is newer in its provider's record, and records the differences. Returns their number. */
async function compareOrder(context: PaymentContext, tx: Transaction): Promise<number> {
  const { db, env, now } = context
  const whereId = eq(transactions.id, tx.id)
  const record = hasRecord(tx) ? await fetchRecord(env, tx) : null
  const order = record?.order ?? null
  const found = hasRecord(tx) ? differencesWith(tx, order) : []
  if (found.length > 0 && record?.update && isRecordOfOrder(found)) await applyStatus(context, tx.id, record.update)
  const [current = tx] = found.length > 0 ? await db.select().from(transactions).where(whereId) : []
  const left = found.length > 0 ? differencesWith(current, order) : []
  const compareAt = left.length > 0 ? now + COMPARE_AGAIN : null
  await db.batch([
    // An order that has changed meanwhile keeps its own time.
    db
      .update(transactions)
      .set({ compareAt })
      .where(and(whereId, eq(transactions.updatedAt, current.updatedAt))),
    ...(await nameDifferences(db, tx.id, { found, left }, now)),
  ])
  if (found.length > 0) log(env, 'error', 'order-differs', { txId: tx.id, found, left })
  return found.length
}

/** @returns the number of differences; null when the provider did not answer, in which case the next night tries again. */
async function tryToCompare(context: PaymentContext, tx: Transaction): Promise<number | null> {
  const { db, env, now } = context
  return compareOrder(context, tx).catch(async (error) => {
    log(env, 'warn', 'order-not-compared', { txId: tx.id, error: String(error) })
    await db
      .update(transactions)
      .set({ compareAt: now + COMPARE_AGAIN })
      .where(eq(transactions.id, tx.id))
    return null
  })
}

/**
 * Compares orders that have changed since they last agreed with their providers' records (docs/rules/money.md 8.4). A run
 * stops early when a provider fails to answer for several orders. Returns how many orders agreed, differed and could not be
 * compared.
 */
export async function compareOrders(env: Env, db: Db, now: Instant) {
  const background: Promise<unknown>[] = []
  const context: PaymentContext = { db, env, now, after: (work) => background.push(work) }
  const due = await dueOrders(db, now)
  const outcome = { agreed: 0, differing: 0, failed: 0 }
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const results = await Promise.all(due.slice(at, at + AT_ONCE).map((tx) => tryToCompare(context, tx)))
    outcome.agreed += results.filter((found) => found === 0).length
    outcome.differing += results.filter((found) => found !== null && found > 0).length
    outcome.failed += results.filter((found) => found === null).length
    if (results.length === AT_ONCE && results.every((found) => found === null)) break
  }
  if (outcome.differing > 0) context.after(notifyQueues(env, 'payments'))
  await Promise.allSettled(background)
  return outcome
}
