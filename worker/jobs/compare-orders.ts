import { and, asc, eq, isNotNull, isNull, lte, notInArray } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { orders, paymentDifferences } from '#db/schema/orders'
import { hours, type Instant } from '#domain/cairo'
import { type Difference, isRecordOfOrder } from '#domain/payments/comparison'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { applyStatus, type PaymentContext } from '../payments/apply-status.ts'
import { canBeQueried, differencesWith, fetchRecord, isUndecided } from '../payments/gateway.ts'
import type { Order } from '../payments/load-order.ts'

/**
 * Orders compared in one run. The platform allows a run a thousand subrequests, including those to the database; an order
 * that agrees takes three, one that differs about ten.
 */
const BATCH = 150
/** Orders queried at the same time. */
const AT_ONCE = 5
/** When an order that differs, or whose query got no answer, is compared again. */
const COMPARE_AGAIN = hours(20)
/** How long after its making an order that awaits a bank's decision is compared again. */
const DECISION_WATCH = hours(24 * 60)

const dueOrders = (db: Db, now: Instant) =>
  db
    .select()
    .from(orders)
    .where(and(isNotNull(orders.compareAt), lte(orders.compareAt, now)))
    .orderBy(asc(orders.compareAt))
    .limit(BATCH)

/** A free order has no provider, and Fawry cannot be queried for a second payment. */
const hasRecord = (order: Order): boolean => order.amount > 0 && canBeQueried(order)

const isOpenOf = (orderId: number) => and(eq(paymentDifferences.orderId, orderId), isNull(paymentDifferences.closedAt))

/**
 * Records new differences, already resolved where the provider's report has been applied since, and resolves those that no
 * longer exist.
 */
async function nameDifferences(
  db: Db,
  orderId: number,
  { found, left }: { found: readonly Difference[]; left: readonly Difference[] },
  now: Instant,
): Promise<Statement[]> {
  const open = await db.select().from(paymentDifferences).where(isOpenOf(orderId))
  const differing = left.map(({ field }) => field)
  const all = [...left, ...found.filter(({ field }) => !differing.includes(field))]
  const unnamed = all.filter((one) => open.every(({ field }) => field !== one.field))
  const isGone = notInArray(paymentDifferences.field, differing)
  return [
    db
      .update(paymentDifferences)
      .set({ closedAt: now })
      .where(and(isOpenOf(orderId), isGone)),
    ...unnamed.map(({ field, ours, theirs }) => {
      const closedAt = differing.includes(field) ? null : now
      return db.insert(paymentDifferences).values({ orderId, field, ours, theirs, foundAt: now, closedAt })
    }),
  ]
}

/** Compares an order, applies what is newer in its provider's record, and records the differences. Returns their number. */
async function compareOrder(context: PaymentContext, order: Order): Promise<number> {
  const { db, env, now } = context
  const whereId = eq(orders.id, order.id)
  const record = hasRecord(order) ? await fetchRecord(env, order) : null
  const theirs = record?.order ?? null
  const found = hasRecord(order) ? differencesWith(order, theirs) : []
  if (found.length > 0 && record?.update && isRecordOfOrder(found)) await applyStatus(context, order.id, record.update)
  const [current = order] = found.length > 0 ? await db.select().from(orders).where(whereId) : []
  const left = found.length > 0 ? differencesWith(current, theirs) : []
  const mayBePaid = isUndecided(current, theirs) && current.createdAt > now - DECISION_WATCH
  const compareAt = left.length > 0 || mayBePaid ? now + COMPARE_AGAIN : null
  await db.batch([
    // An order that has changed meanwhile keeps its own time.
    db
      .update(orders)
      .set({ compareAt })
      .where(and(whereId, eq(orders.updatedAt, current.updatedAt))),
    ...(await nameDifferences(db, order.id, { found, left }, now)),
  ])
  if (found.length > 0) log(env, 'error', 'order-differs', { orderId: order.id, found, left })
  return found.length
}

/** @returns the number of differences; null when the provider did not answer, in which case the next night tries again. */
async function tryToCompare(context: PaymentContext, order: Order): Promise<number | null> {
  const { db, env, now } = context
  return compareOrder(context, order).catch(async (error) => {
    log(env, 'warn', 'order-not-compared', { orderId: order.id, error: String(error) })
    await db
      .update(orders)
      .set({ compareAt: now + COMPARE_AGAIN })
      .where(eq(orders.id, order.id))
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
    const results = await Promise.all(due.slice(at, at + AT_ONCE).map((order) => tryToCompare(context, order)))
    outcome.agreed += results.filter((found) => found === 0).length
    outcome.differing += results.filter((found) => found !== null && found > 0).length
    outcome.failed += results.filter((found) => found === null).length
    if (results.length === AT_ONCE && results.every((found) => found === null)) break
  }
  if (outcome.differing > 0) context.after(notifyQueues(env, 'payments'))
  await Promise.allSettled(background)
  return outcome
}
