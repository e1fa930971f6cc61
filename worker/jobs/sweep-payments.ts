import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { orders, refunds } from '#db/schema/orders'
import { paymentInbox } from '#db/schema/payment-inbox'
import { hours, type Instant, minutes } from '#domain/cairo'
import { EXPIRY_GRACE, nextLookAtEnded, UNPAID_ORDER_CHECK_INTERVAL } from '#domain/payments/attempts'
import { checkoutOf } from '#domain/payments/checkout'
import { describeGatewayError } from '#domain/payments/gateway-errors'
import { unwantedPayments } from '#domain/payments/status-report'
import { NO_ANSWER } from '#domain/payments/stuck'
import { REFUNDABLE_STATUSES, TransactionStatus, UNPAID_STATUSES } from '#domain/payments/transaction'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { applyStatus, type PaymentContext } from '../payments/apply-status.ts'
import { cancelAtGateway, queryGateway, querySecondPayments } from '../payments/gateway.ts'
import { issueRefund, REFUND_RESPONSE_TIMEOUT, resolveRefund } from '../payments/issue-refund.ts'
import { loadOrder, type Order } from '../payments/load-order.ts'
import { processStoredNotification } from '../payments/notification-inbox.ts'
import { PAID_ORDER_CHECK_INTERVAL } from '../payments/order-changes.ts'
import { completeFreeOrder } from '../payments/submit-order.ts'

/** Rows of each kind that a run processes; the next run processes more. */
const BATCH = 50
/** A stored notification that is unprocessed for longer is no longer being processed by its request. */
const NOTIFICATION_TIMEOUT = minutes(2)

/**
 * Runs `act` on every row, one after the other. A failure is logged, does not affect other rows, and is retried by the next
 * run.
 */
async function processEach<T extends { id: number }>(
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

/** An order that the gateway does not know, or whose payment page was lost, can never be paid: it fails. */
const NEVER_PAYABLE = {
  report: { event: 'refuse', refundedTotal: null },
  failure: { code: NO_ANSWER, words: describeGatewayError('no-answer', null, null) },
} as const

/**
 * Queries an unpaid order at its gateway, and stores the number that a lost charge answer did not deliver
 * (docs/rules/money.md 3.11). An order that is still unpaid after its payment window expires. A free order has no gateway:
 * it is completed, since only an interrupted request can have left it open.
 */
async function checkUnpaidOrder(context: PaymentContext, order: Order): Promise<void> {
  const { db, env, now } = context
  await db
    .update(orders)
    .set({ nextCheckAt: now + UNPAID_ORDER_CHECK_INTERVAL })
    .where(eq(orders.id, order.id))
  if (order.amount === 0) {
    await completeFreeOrder(context, order)
    return
  }
  const update = await queryGateway(env, order)
  if (update && update.report.event !== 'accept') await applyStatus(context, order.id, update)
  else if (order.expiresAt !== null && order.expiresAt + EXPIRY_GRACE <= now)
    await applyStatus(context, order.id, { report: { event: 'expire', refundedTotal: null } })
  else if (checkoutOf({ ...order, providerRefNum: order.providerRefNum ?? update?.reference ?? null }) === null)
    await applyStatus(context, order.id, NEVER_PAYABLE)
  else if (update) await applyStatus(context, order.id, update)
}

/** How long after its payment an order is queried for refunds, of which Fawry sends no notification. */
const REFUND_WATCH = hours(24 * 60)

async function checkPaidOrder(context: PaymentContext, order: Order): Promise<void> {
  const { db, env, now } = context
  const nextCheckAt = (order.paidAt ?? 0) + REFUND_WATCH > now ? now + PAID_ORDER_CHECK_INTERVAL : null
  await db.update(orders).set({ nextCheckAt }).where(eq(orders.id, order.id))
  const update = await queryGateway(env, order)
  if (update) await applyStatus(context, order.id, update)
  for (const second of await querySecondPayments(env, order)) await applyStatus(context, order.id, second)
}

/**
 * An order that has ended with us unpaid may still be payable at its gateway: its submission may have got no answer, it may have been
 * cancelled before the gateway answered, a card's order expires with us hours before it does there, and after one attempt was
 * refused the next may be paid. It is cancelled there, or asked about until it cannot be paid (docs/rules/money.md 4.5); if it
 * was paid meanwhile, the payment is recorded.
 */
async function checkEndedOrder(context: PaymentContext, order: Order): Promise<void> {
  const { db, env, now } = context
  const update = await queryGateway(env, order)
  const reported = update?.report.event ?? null
  if (update) await applyStatus(context, order.id, update)
  if (reported === 'accept') await cancelAtGateway(env, order, update?.reference ?? null)
  const { provider, providerOrderId, expiresAt } = order
  const ended = { provider, hasPage: providerOrderId !== null, expiresAt, reported }
  await db
    .update(orders)
    .set({ nextCheckAt: nextLookAtEnded(ended, now) })
    .where(and(eq(orders.id, order.id), isEnded))
}

const { Canceled, Expired, Failed } = TransactionStatus
const isEnded = and(inArray(orders.status, [Failed, Canceled, Expired]), isNull(orders.paidAt))

const endedOrders = (db: Db, now: Instant) =>
  db
    .select()
    .from(orders)
    .where(and(isEnded, gt(orders.createdAt, now - hours(48)), lte(orders.nextCheckAt, now)))
    .limit(BATCH)

const paidOrders = (db: Db, now: Instant) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        // The plus signs make SQLite use the index of `nextCheckAt`, in whose order it can stop after a batch.
        sql`+${orders.status} IN ${[...REFUNDABLE_STATUSES]}`,
        sql`+${orders.createdAt} > ${now - REFUND_WATCH - PAID_ORDER_CHECK_INTERVAL}`,
        isNotNull(orders.nextCheckAt),
        lte(orders.nextCheckAt, now),
      ),
    )
    .orderBy(asc(orders.nextCheckAt))
    .limit(BATCH)

const unpaidOrders = (db: Db, now: Instant) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        sql`+${orders.status} IN ${[...UNPAID_STATUSES]}`,
        isNotNull(orders.nextCheckAt),
        lte(orders.nextCheckAt, now),
      ),
    )
    .orderBy(asc(orders.nextCheckAt))
    .limit(BATCH)

const unprocessedNotifications = (db: Db, now: Instant) =>
  db
    .select()
    .from(paymentInbox)
    .where(and(isNull(paymentInbox.processedAt), lt(paymentInbox.receivedAt, now - NOTIFICATION_TIMEOUT)))
    .orderBy(asc(paymentInbox.receivedAt))
    .limit(BATCH)

const unansweredRefunds = (db: Db, now: Instant) =>
  db
    .select({ id: refunds.id, orderId: refunds.orderId })
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lt(refunds.createdAt, now - REFUND_RESPONSE_TIMEOUT)))
    .limit(BATCH)

/** How often a failed refund of an unwanted payment is requested again, within two days. */
const REFUND_RETRIES = 5

/** Paid orders that started no subscription and whose refund was not made. */
const unrefundedPayments = (db: Db, now: Instant) =>
  db
    .select({ id: refunds.orderId, reason: sql<string>`MAX(${refunds.reason})`, order: orders })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        // The second condition matches the partial index of refunds that are not done.
        sql`${refunds.status} = 'failed' AND ${refunds.status} <> 'done'`,
        gt(refunds.createdAt, now - hours(48)),
        inArray(refunds.reason, unwantedPayments),
        // The plus sign keeps SQLite from scanning all paid orders first.
        sql`+${orders.status} = ${TransactionStatus.Paid}`,
        sql`NOT EXISTS (SELECT 1 FROM refunds r WHERE r.tx_id = ${orders.id} AND r.status <> 'failed')`,
      ),
    )
    .groupBy(refunds.orderId)
    .having(sql`COUNT(*) < ${REFUND_RETRIES}`)
    .limit(BATCH)

/**
 * Detects what no notification has reported (docs/rules/money.md 4.5): processes stored notifications whose request failed,
 * resolves refunds without a response, queries unpaid orders and expires them, cancels orders that have ended at the gateway or asks about them, and
 * checks paid orders for refunds once a day. Returns how many of each kind were processed.
 */
export async function sweepPayments(env: Env, db: Db, now: Instant): Promise<Record<string, number>> {
  const background: Promise<unknown>[] = []
  const context: PaymentContext = { db, env, now, after: (work) => background.push(work) }
  const [notifications, pendingRefunds, unpaid, ended, paid, unrefunded] = await Promise.all([
    unprocessedNotifications(db, now),
    unansweredRefunds(db, now),
    unpaidOrders(db, now),
    endedOrders(db, now),
    paidOrders(db, now),
    unrefundedPayments(db, now),
  ])
  const processed = {
    notices: await processEach(env, 'notice', notifications, (one) => processStoredNotification(context, one)),
    refunds: await processEach(env, 'refund', pendingRefunds, async ({ orderId }) => {
      const loaded = await loadOrder(db, orderId, now)
      if (loaded) await resolveRefund(context, loaded, await queryGateway(env, loaded.order))
    }),
    orders: await processEach(env, 'order', unpaid, (order) => checkUnpaidOrder(context, order)),
    ended: await processEach(env, 'ended', ended, (order) => checkEndedOrder(context, order)),
    unrefunded: await processEach(env, 'unrefunded', unrefunded, ({ order, reason }) =>
      issueRefund(context, order, { amount: order.amount, reason, requestedBy: null }),
    ),
    paid: await processEach(env, 'paid', paid, (order) => checkPaidOrder(context, order)),
  }
  await Promise.allSettled(background)
  return processed
}
