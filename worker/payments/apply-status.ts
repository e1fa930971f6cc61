import { and, eq, isNull } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { orders, refunds } from '#db/schema/orders'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { describeGatewayError, gatewayReason } from '#domain/payments/gateway-errors'
import { type OrderChange, orderChangeFor, pendingRefundResult, unwantedPayments } from '#domain/payments/status-report'
import type { TransactionStatus } from '#domain/payments/transaction'
import { notifyUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import {
  canBeQueried,
  type GatewayUpdate,
  gatewayRefusalError,
  ownUpdate,
  queryGateway,
  refundAtGateway,
} from './gateway.ts'
import { type LoadedOrder, loadOrder, type Order, type Refund } from './load-order.ts'
import { endedLessons, orderChangeStatements, secondPaymentStatements } from './order-changes.ts'

/** What a request, a notification or a job passes to the functions of this area; `after` runs work after the response. */
export type PaymentContext = { db: Db; env: Env; now: Instant; after: (work: Promise<unknown>) => void }

/**
 * `other`: set when the update concerns a second payment of the order; its row, or its number when it is not stored yet.
 */
type AppliedUpdate = {
  loaded: LoadedOrder
  change: OrderChange | null
  other: { id: number } | { reference: string } | null
}

/**
 * The second payment that an update concerns; null when it concerns the order's own payment. Gateways identify a payment by
 * a number, which is stored once the order is paid.
 */
async function secondPaymentOf(db: Db, order: Order, reference: string | null | undefined) {
  const isOwn = order.paidAt === null || order.secondPaymentOf !== null || order.providerRefNum === null
  if (isOwn || !reference || reference === order.providerRefNum) return null
  const [second] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.secondPaymentOf, order.id), eq(orders.providerRefNum, reference)))
  return second ?? { reference }
}

/** Whether an update without other changes contains the order's number, which was lost with the answer to the charge. */
const learnsNumber = (order: Order, reference: string | null | undefined): reference is string =>
  order.providerRefNum === null && Boolean(reference)

const numberStatement = (db: Db, order: Order, providerRefNum: string) =>
  db
    .update(orders)
    .set({ providerRefNum })
    .where(and(eq(orders.id, order.id), isNull(orders.providerRefNum)))

async function notifyOrderChange(
  { env, db, now, after }: PaymentContext,
  { loaded, change }: AppliedUpdate,
  learnedNumber: boolean,
): Promise<void> {
  if (!change && !learnedNumber) return
  const { order } = loaded
  const payload = { transactionId: order.id, status: change?.status ?? order.status }
  after(notifyUsers(env, [order.userId], { event: 'TransactionStatusUpdate', payload }))
  after(notifyQueues(env, 'payments'))
  if (!change) return
  for (const { row, tutor, student } of endedLessons(loaded, change, now))
    after(
      notifyLessonChange(
        env,
        db,
        'LessonCanceled',
        {
          lessonId: row.id,
          sessionId: row.sessionId,
          tutorId: tutor.id,
          studentId: student.id,
          start: row.start,
        },
        now,
      ),
    )
}

/**
 * Applies an update of a gateway to an order. An update takes effect once, even when a notification, a request and the
 * payment sweep report it at the same time (docs/rules/money.md 4.1). `alongside` is written in the same batch, or alone
 * when the update is outdated; given a function, it is chosen by the order's status afterwards. A second successful payment
 * of the order is recorded and refunded, and later updates about it change only its own row (docs/rules/money.md 4.7). An
 * order without its gateway number takes the one in the update (docs/rules/money.md 3.11). `loaded`: the order, if the
 * caller has just read it. Returns the order's status afterwards.
 * @throws DomainError `transaction-not-found`.
 */
export async function applyStatus(
  context: PaymentContext,
  orderId: number,
  update: GatewayUpdate,
  alongside: Statement[] | ((status: TransactionStatus) => Statement[]) = [],
  alreadyLoaded?: LoadedOrder | null,
): Promise<TransactionStatus> {
  const { db, now } = context
  const { report, ...details } = update
  const isNewPayment = (other: AppliedUpdate['other']): other is { reference: string } =>
    other !== null && 'reference' in other && report.event === 'pay'
  const readAgain = () => loadOrder(db, orderId, now)
  const decide = async (loaded: LoadedOrder | null): Promise<AppliedUpdate> => {
    if (!loaded) throw new DomainError('transaction-not-found')
    const other = await secondPaymentOf(db, loaded.order, details.reference)
    return { loaded, other, change: other ? null : orderChangeFor(loaded.state, report) }
  }
  const statements = ({ loaded, change, other }: AppliedUpdate): Statement[] => {
    if (change) return orderChangeStatements(db, loaded, change, details, now)
    if (!other)
      return learnsNumber(loaded.order, details.reference) ? [numberStatement(db, loaded.order, details.reference)] : []
    if (!isNewPayment(other)) return []
    const fees = details.fees ?? 0
    return secondPaymentStatements(db, loaded.order, { reference: other.reference, fees }, now)
  }
  const write = async (decision: AppliedUpdate) => {
    // The row of a second payment takes `alongside` into its own batch.
    if (decision.other && 'id' in decision.other) return
    const status = decision.change?.status ?? decision.loaded.order.status
    const besides = typeof alongside === 'function' ? alongside(status) : alongside
    const [first, ...rest] = [...statements(decision), ...besides]
    if (first) await db.batch([first, ...rest])
  }
  const { decision } = await decideAndWriteFrom(
    { first: alreadyLoaded ?? (await readAgain()), readAgain },
    decide,
    write,
    'illegal',
  )
  const { loaded, change, other } = decision
  if (other && 'id' in other) await applyStatus(context, other.id, update, alongside)
  if (isNewPayment(other)) context.after(refundSecondPayment(context, loaded.order, other.reference))
  await notifyOrderChange(context, decision, other === null && learnsNumber(loaded.order, details.reference))
  if (change?.givesBack) context.after(refundUnwantedPayment(context, orderId))
  return change?.status ?? loaded.order.status
}

/**
 * Asks the gateway by our own number for an order whose charge may have been accepted without our knowing, and applies what it
 * says. Where it does not answer, or knows nothing yet, the order stays as it is: a notification or the sweep follows.
 */
export async function applyGatewayStatus(context: PaymentContext, order: Order): Promise<void> {
  const update = await queryGateway(context.env, order).catch((error) => {
    log(context.env, 'warn', 'order-not-known-yet', { orderId: order.id, error: String(error) })
    return null
  })
  if (update) await applyStatus(context, order.id, update)
}

/** Requests the refund of a second payment that has just been recorded. */
async function refundSecondPayment(context: PaymentContext, order: Order, reference: string): Promise<void> {
  const second = await secondPaymentOf(context.db, order, reference)
  context.after(notifyQueues(context.env, 'payments'))
  if (second && 'id' in second) await refundUnwantedPayment(context, second.id)
}

/** A refund that already has its result is left as it is. */
export const failRefundStatement = (db: Db, refund: Refund, failureReason: string, now: Instant) =>
  db
    .update(refunds)
    .set({ status: 'failed', failureReason, updatedAt: now })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))

/**
 * Requests a pending refund at the gateway and makes it final when the gateway's status of the order confirms it
 * (docs/rules/money.md 5.4). Returns the gateway's message.
 * @throws ProviderUnreachable when the result is unknown or not confirmed yet: the refund stays pending. DomainError when
 * the gateway refuses.
 */
export async function executeRefund(context: PaymentContext, order: Order, refund: Refund): Promise<string> {
  const { db, env, now } = context
  const response = await refundAtGateway(env, order, refund.amount, refund.reason)
  if (!response.isOk) {
    const { code, message } = response
    await failRefundStatement(db, refund, describeGatewayError(gatewayReason(code), code, message), now)
    context.after(notifyQueues(env, 'payments'))
    throw gatewayRefusalError(order.provider, response)
  }
  await db
    .update(refunds)
    .set({ acceptedAt: now })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))
  const loaded = await loadOrder(db, order.id, now)
  if (loaded?.pendingRefund?.id !== refund.id) return response.message
  const confirmation = await confirmationOf(env, loaded)
  if (!confirmation) throw new ProviderUnreachable('the refund is accepted and not confirmed')
  await applyStatus(context, order.id, confirmation)
  return response.message
}

/**
 * What the gateway reports about an order after it has accepted the pending refund; null while it does not confirm the
 * refund.
 */
async function confirmationOf(env: Env, { order, state }: LoadedOrder): Promise<GatewayUpdate | null> {
  if (!canBeQueried(order)) return { report: { event: 'refund-part', refundedTotal: null } }
  const update = ownUpdate(order, await queryGateway(env, order))
  return update && pendingRefundResult(state, update.report) === 'made' ? update : null
}

/**
 * Refunds a payment that starts no subscription. A failure is logged: the payment sweep resolves a refund without a
 * response and requests an unsent one again.
 */
export async function refundUnwantedPayment(context: PaymentContext, orderId: number): Promise<void> {
  const loaded = await loadOrder(context.db, orderId, context.now)
  if (!loaded?.pendingRefund || !isUnwanted(loaded.pendingRefund.reason)) return
  await executeRefund(context, loaded.order, loaded.pendingRefund).catch((error) =>
    log(context.env, 'error', 'refund-not-made', { orderId, error: String(error) }),
  )
}

const isUnwanted = (reason: string | null): boolean => unwantedPayments.some((one) => one === reason)
