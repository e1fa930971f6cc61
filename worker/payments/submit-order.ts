import { and, eq, sql } from 'drizzle-orm'
import { couponRedemptions } from '#db/schema/coupon-redemptions'
import { transactions } from '#db/schema/transactions'
import { type Checkout, checkoutOf } from '#domain/payments/checkout'
import { describeGatewayError } from '#domain/payments/gateway-errors'
import { NO_ANSWER } from '#domain/payments/stuck'
import { TransactionStatus } from '#domain/payments/transaction'
import { notifyUsers } from '../../party/stubs.ts'
import { type Env, paymentsPage } from '../env.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import { applyStatus, type PaymentContext } from './apply-status.ts'
import { type Buyer, type CreatedOrder, createOrder, type OrderingRequest, type OrderRequest } from './create-order.ts'
import { cancelAtGateway, gatewayRefusalError, rethrowUnreachable } from './gateway.ts'
import type { Transaction } from './load-order.ts'
import { COMPARISON_DELAY } from './order-changes.ts'

/** What the student needs to pay, and the gateway's numbers of the order. */
export type AcceptedOrder = { isOk: true; checkout: Checkout; reference?: string | null; orderId?: string }
type GatewayResponse = AcceptedOrder | { isOk: false; code: string; message: string }

const { New, Processed, Paid, Failed, Canceled } = TransactionStatus
const isNew = (tx: Transaction) => and(eq(transactions.id, tx.id), eq(transactions.status, New))

function notifyStudent({ env, after }: PaymentContext, tx: Transaction, status: TransactionStatus): void {
  after(notifyUsers(env, [tx.userId], { event: 'TransactionStatusUpdate', payload: { transactionId: tx.id, status } }))
  after(notifyQueues(env, 'payments'))
}

/** A failure is logged: the payment sweep cancels the order again. */
const cancelUnwanted = ({ env }: PaymentContext, tx: Transaction): Promise<void> =>
  cancelAtGateway(env, tx, tx.providerRefNum).catch((error) =>
    log(env, 'warn', 'order-not-canceled', { txId: tx.id, error: String(error) }),
  )

/**
 * Records that the gateway has accepted the order. If the order was cancelled meanwhile, it is cancelled at the gateway
 * too.
 */
async function recordAcceptance(
  context: PaymentContext,
  tx: Transaction,
  { checkout, reference, orderId }: AcceptedOrder,
): Promise<void> {
  const { db, now, after } = context
  const columns = {
    checkout,
    ...(reference ? { providerRefNum: reference } : {}),
    ...(orderId ? { providerOrderId: orderId } : {}),
  }
  const processed = await db
    .update(transactions)
    .set({ ...columns, status: Processed, updatedAt: Math.max(now, tx.updatedAt + 1) })
    .where(isNew(tx))
    .returning({ id: transactions.id })
  if (processed.length > 0) return notifyStudent(context, tx, Processed)
  // A notification, or the student's cancellation, was faster than the gateway's response.
  const [current] = await db.update(transactions).set(columns).where(eq(transactions.id, tx.id)).returning()
  if (current?.status === Canceled) after(cancelUnwanted(context, current))
}

/**
 * Marks the order as failed and releases its coupon, unless the gateway has reported it meanwhile. A payment that still
 * arrives is recorded. Returns the order as stored afterwards.
 */
async function recordFailure(
  context: PaymentContext,
  tx: Transaction,
  failure: { code: string; message: string },
): Promise<Transaction> {
  const { db, now } = context
  const [failed, , [stored]] = await db.batch([
    db
      .update(transactions)
      .set({
        status: Failed,
        failureCode: failure.code,
        failureReason: failure.message.slice(0, 255),
        compareAt: now + COMPARISON_DELAY,
        updatedAt: Math.max(now, tx.updatedAt + 1),
      })
      .where(isNew(tx))
      .returning({ id: transactions.id }),
    db
      .delete(couponRedemptions)
      .where(
        and(
          eq(couponRedemptions.txId, tx.id),
          sql`(SELECT ${transactions.status} FROM ${transactions} WHERE ${transactions.id} = ${tx.id}) = ${Failed}`,
        ),
      ),
    db.select().from(transactions).where(eq(transactions.id, tx.id)),
  ])
  if (failed.length > 0) notifyStudent(context, tx, Failed)
  return stored ?? tx
}

/**
 * For an order whose charge got no answer: what the student needs if a notification has meanwhile reported the order as
 * payable or paid; null otherwise.
 */
function acceptedByNotice(env: Env, stored: Transaction): AcceptedOrder | null {
  const isPaid = stored.status === Paid
  const checkout = isPaid || stored.status === Processed ? checkoutOf(stored) : null
  if (checkout) return { isOk: true, checkout, reference: stored.providerRefNum }
  return isPaid ? { isOk: true, checkout: { redirectUrl: paymentsPage(env) }, reference: stored.providerRefNum } : null
}

/** A coupon covers the whole price: the order is paid without a gateway. Safe to repeat while the order is still open. */
export async function completeFreeOrder(context: PaymentContext, tx: Transaction): Promise<AcceptedOrder> {
  await applyStatus(context, tx.id, { report: { event: 'pay', refundedTotal: null } })
  const redirectUrl = paymentsPage(context.env)
  return { isOk: true, checkout: { redirectUrl, referenceNumber: '0', walletQr: null }, reference: '0' }
}

/**
 * Creates an order, submits it to its gateway with `submit`, and stores what the student needs to pay it.
 * @throws DomainError the codes of `createOrder`; `fawry-error` or `service-unavailable` when the gateway refuses or does
 * not respond, which marks the order as failed.
 */
export async function submitOrder(
  context: PaymentContext & OrderingRequest,
  buyer: Buyer,
  request: OrderRequest,
  submit: (order: CreatedOrder) => Promise<GatewayResponse>,
): Promise<{ tx: Transaction; accepted: AcceptedOrder }> {
  const order = await createOrder(context, buyer, request)
  const { tx } = order
  if (tx.amount === 0) return { tx, accepted: await completeFreeOrder(context, tx) }
  const response = await submit(order).catch(async (error): Promise<GatewayResponse> => {
    const message = error instanceof ProviderUnreachable ? describeGatewayError('no-answer', null, null) : 'unexpected'
    const stored = await recordFailure(context, tx, { code: NO_ANSWER, message })
    return acceptedByNotice(context.env, stored) ?? rethrowUnreachable(tx.provider, error)
  })
  if (!response.isOk) {
    await recordFailure(context, tx, response)
    throw gatewayRefusalError(tx.provider, response)
  }
  await recordAcceptance(context, tx, response)
  return { tx, accepted: response }
}
