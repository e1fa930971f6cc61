import { eq } from 'drizzle-orm'
import type {
  payByReference as byReference,
  payByWallet as byWallet,
  requestWalletAgain as walletAgain,
} from '#contract/fawry'
import type { createCheckout } from '#contract/paymob'
import type { Db } from '#db/client'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import { type Checkout, checkoutOf } from '#domain/payments/checkout'
import { TransactionStatus } from '#domain/payments/transaction'
import { paymentsPage } from '../env.ts'
import type { Recall } from '../http/bind.ts'
import { applyGatewayStatus, type PaymentContext } from './apply-status.ts'
import type { Order } from './load-order.ts'
import { completeFreeOrder } from './submit-order.ts'

/** How long a repeat waits for the gateway's answer to the first request. */
const WAIT = { polls: 20, intervalMs: 150 }

async function readOrder(db: Db, id: number): Promise<Order> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new DomainError('transaction-not-found')
  return order
}

const isAwaited = (order: Order): boolean =>
  order.amount > 0 && order.checkout === null && order.status === TransactionStatus.New

/** The order once the gateway has answered, or, after the wait, as the interrupted first request has left it. */
async function findOrder(db: Db, id: number): Promise<Order> {
  for (let polls = 0; ; polls++) {
    const order = await readOrder(db, id)
    if (!isAwaited(order) || polls === WAIT.polls) return order
    await scheduler.wait(WAIT.intervalMs)
  }
}

/** The first request was interrupted: the gateway may have accepted the charge, which is never sent a second time. */
async function askGateway(ctx: PaymentContext, order: Order): Promise<Order> {
  await applyGatewayStatus(ctx, order)
  return readOrder(ctx.db, order.id)
}

/**
 * Answers with the order's current state. A free order is completed if the first request was interrupted before that; of any
 * other the gateway is asked. `referenceNumber` is absent while nobody knows it (docs/rules/money.md 3.12).
 * @throws DomainError `fawry-error` or `service-unavailable` for a failed order, as for the first request.
 */
async function recallOrder(ctx: PaymentContext, made: string) {
  const found = await findOrder(ctx.db, Number(made))
  const order = isAwaited(found) ? await askGateway(ctx, found) : found
  if (order.amount === 0 && order.status === TransactionStatus.New) await completeFreeOrder(ctx, order)
  if (order.status === TransactionStatus.Failed)
    throw new DomainError(order.provider === 'fawry' ? 'fawry-error' : 'service-unavailable', order.failureReason ?? '')
  const checkout: Checkout = checkoutOf(order) ?? {}
  // The payments page shows the order and its later changes.
  const { redirectUrl = paymentsPage(ctx.env), referenceNumber = order.providerRefNum, walletQr = null } = checkout
  return { transactionId: order.id, redirectUrl, walletQr, ...(referenceNumber ? { referenceNumber } : {}) }
}

/** For a saved card, charged at once or in instalments. */
export async function recallCardOrder(ctx: PaymentContext, made: string) {
  const { transactionId, redirectUrl } = await recallOrder(ctx, made)
  return { transactionId, redirectUrl }
}

export const recallReferenceOrder: Recall<typeof byReference> = async (ctx, made) => {
  const { transactionId, referenceNumber } = await recallOrder(ctx, made)
  return { transactionId, ...(referenceNumber === undefined ? {} : { referenceNumber: Number(referenceNumber) }) }
}

export const recallWalletOrder: Recall<typeof byWallet | typeof walletAgain> = async (ctx, made) => {
  const { redirectUrl, ...wallet } = await recallOrder(ctx, made)
  return wallet
}

export const recallCheckout: Recall<typeof createCheckout> = async (ctx, made) => ({
  checkoutUrl: (await recallOrder(ctx, made)).redirectUrl,
})
