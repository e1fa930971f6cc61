import { and, eq, sql } from 'drizzle-orm'
import { couponRedemptions } from '#db/schema/coupon-redemptions'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import { type Checkout, checkoutOf } from '#domain/payments/checkout'
import { describeGatewayError } from '#domain/payments/gateway-errors'
import { NO_ANSWER } from '#domain/payments/stuck'
import { TransactionStatus } from '#domain/payments/transaction'
import { cutText } from '#domain/text'
import { notifyUsers } from '../../party/stubs.ts'
import { type Env, paymentsPage } from '../env.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import type { Charge } from '../outside/fawry/charge.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import { applyStatus, type PaymentContext } from './apply-status.ts'
import { type Buyer, type CreatedOrder, createOrder, type OrderingRequest, type OrderRequest } from './create-order.ts'
import { cancelAtGateway, gatewayRefusalError, rethrowUnreachable } from './gateway.ts'
import type { Order } from './load-order.ts'
import { COMPARISON_DELAY } from './order-changes.ts'

/** What the student needs to pay, and the gateway's numbers of the order. */
export type AcceptedOrder = { isOk: true; checkout: Checkout; reference?: string | null; orderId?: string }
type GatewayResponse = AcceptedOrder | { isOk: false; code: string; message: string }

const { New, Processed, Paid, Failed, Canceled } = TransactionStatus
const isNew = (order: Order) => and(eq(orders.id, order.id), eq(orders.status, New))

function notifyStudent({ env, after }: PaymentContext, order: Order, status: TransactionStatus): void {
  after(
    notifyUsers(env, [order.userId], {
      event: 'TransactionStatusUpdate',
      payload: { transactionId: order.id, status },
    }),
  )
  after(notifyQueues(env, 'payments'))
}

/** A failure is logged: the payment sweep cancels the order again. */
const cancelUnwanted = ({ env }: PaymentContext, order: Order): Promise<void> =>
  cancelAtGateway(env, order, order.providerRefNum).catch((error) =>
    log(env, 'warn', 'order-not-canceled', { orderId: order.id, error: String(error) }),
  )

/**
 * Records that the gateway has accepted the order. If the order was cancelled meanwhile, it is cancelled at the gateway
 * too.
 */
async function recordAcceptance(
  context: PaymentContext,
  order: Order,
  { checkout, reference, orderId }: AcceptedOrder,
): Promise<void> {
  const { db, now, after } = context
  const columns = {
    checkout,
    ...(reference ? { providerRefNum: reference } : {}),
    ...(orderId ? { providerOrderId: orderId } : {}),
  }
  const processed = await db
    .update(orders)
    .set({ ...columns, status: Processed, updatedAt: Math.max(now, order.updatedAt + 1) })
    .where(isNew(order))
    .returning({ id: orders.id })
  if (processed.length > 0) return notifyStudent(context, order, Processed)
  // A notification, or the student's cancellation, was faster than the gateway's response.
  const [current] = await db.update(orders).set(columns).where(eq(orders.id, order.id)).returning()
  if (current?.status === Canceled) after(cancelUnwanted(context, current))
}

/**
 * Marks the order as failed and releases its coupon, unless the gateway has reported it meanwhile. A payment that still
 * arrives is recorded. Returns the order as stored afterwards.
 */
async function recordFailure(
  context: PaymentContext,
  order: Order,
  failure: { code: string; message: string },
): Promise<Order> {
  const { db, now } = context
  const [failed, , [stored]] = await db.batch([
    db
      .update(orders)
      .set({
        status: Failed,
        failureCode: failure.code,
        failureReason: cutText(failure.message, 255),
        compareAt: now + COMPARISON_DELAY,
        updatedAt: Math.max(now, order.updatedAt + 1),
      })
      .where(isNew(order))
      .returning({ id: orders.id }),
    db
      .delete(couponRedemptions)
      .where(
        and(
          eq(couponRedemptions.orderId, order.id),
          sql`(SELECT ${orders.status} FROM ${orders} WHERE ${orders.id} = ${order.id}) = ${Failed}`,
        ),
      ),
    db.select().from(orders).where(eq(orders.id, order.id)),
  ])
  if (failed.length > 0) notifyStudent(context, order, Failed)
  return stored ?? order
}

/**
 * For an order whose charge got no answer: what the student needs if a notification has meanwhile reported the order as
 * payable or paid; null otherwise.
 */
function acceptedByNotice(env: Env, stored: Order): AcceptedOrder | null {
  const isPaid = stored.status === Paid
  const checkout = isPaid || stored.status === Processed ? checkoutOf(stored) : null
  if (checkout) return { isOk: true, checkout, reference: stored.providerRefNum }
  return isPaid ? { isOk: true, checkout: { redirectUrl: paymentsPage(env) }, reference: stored.providerRefNum } : null
}

/** A coupon covers the whole price: the order is paid without a gateway. Safe to repeat while the order is still open. */
export async function completeFreeOrder(context: PaymentContext, order: Order): Promise<AcceptedOrder> {
  await applyStatus(context, order.id, { report: { event: 'pay', refundedTotal: null } })
  const redirectUrl = paymentsPage(context.env)
  return { isOk: true, checkout: { redirectUrl } }
}

/** An order as it is sent to Fawry. */
export function chargeOf({ order, customer, description }: CreatedOrder): Charge {
  if (order.merchantRefNum === null || order.expiresAt === null) throw new DomainError('unexpected')
  const { merchantRefNum, expiresAt, amount, planId } = order
  return { merchantRefNum, customer, amount, expiresAt, item: { id: planId, description } }
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
  submit: (created: CreatedOrder) => Promise<GatewayResponse>,
): Promise<{ order: Order; accepted: AcceptedOrder }> {
  const created = await createOrder(context, buyer, request)
  const { order } = created
  if (order.amount === 0) return { order, accepted: await completeFreeOrder(context, order) }
  const response = await submit(created).catch(async (error): Promise<GatewayResponse> => {
    const message = error instanceof ProviderUnreachable ? describeGatewayError('no-answer', null, null) : 'unexpected'
    const stored = await recordFailure(context, order, { code: NO_ANSWER, message })
    return acceptedByNotice(context.env, stored) ?? rethrowUnreachable(order.provider, error)
  })
  if (!response.isOk) {
    await recordFailure(context, order, response)
    throw gatewayRefusalError(order.provider, response)
  }
  await recordAcceptance(context, order, response)
  return { order, accepted: response }
}
