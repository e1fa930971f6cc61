import { eq } from 'drizzle-orm'
import type { payByReference as byReference, payByWallet as byWallet } from '#contract/fawry'
import type { createCheckout } from '#contract/paymob'
import type { Db } from '#db/client'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import { type Checkout, checkoutOf } from '#domain/payments/checkout'
import { TransactionStatus } from '#domain/payments/transaction'
import { paymentsPage } from '../env.ts'
import type { Recall } from '../http/bind.ts'
import type { PaymentContext } from './apply-status.ts'
import type { Order } from './load-order.ts'
import { completeFreeOrder } from './submit-order.ts'

/** How long a repeat waits for the gateway's answer to the first request. */
const WAIT = { polls: 20, intervalMs: 150 }

/** The order once the gateway has answered, or, after the wait, as the interrupted first request has left it. */
async function findOrder(db: Db, id: number): Promise<Order> {
  for (let polls = 0; ; polls++) {
    const [order] = await db.select().from(orders).where(eq(orders.id, id))
    if (!order) throw new DomainError('transaction-not-found')
    const isAwaited = order.amount > 0 && order.checkout === null && order.status === TransactionStatus.New
    if (!isAwaited || polls === WAIT.polls) return order
    await scheduler.wait(WAIT.intervalMs)
  }
}

/**
 * Answers with the order's current state. A free order is completed if the first request was interrupted before that.
 * @throws DomainError `fawry-error` or `service-unavailable` for a failed order, as for the first request.
 */
async function recallOrder(ctx: PaymentContext, made: string) {
  const order = await findOrder(ctx.db, Number(made))
  if (order.amount === 0 && order.status === TransactionStatus.New) await completeFreeOrder(ctx, order)
  if (order.status === TransactionStatus.Failed)
    throw new DomainError(order.provider === 'fawry' ? 'fawry-error' : 'service-unavailable', order.failureReason ?? '')
  const checkout: Checkout = checkoutOf(order) ?? {}
  // The payments page shows the order and its later changes.
  const { redirectUrl = paymentsPage(ctx.env), referenceNumber = order.providerRefNum ?? '' } = checkout
  return { transactionId: order.id, redirectUrl, referenceNumber, walletQr: checkout.walletQr ?? null }
}

/** For a saved card, charged at once or in instalments. */
export async function recallCardOrder(ctx: PaymentContext, made: string) {
  const { transactionId, redirectUrl } = await recallOrder(ctx, made)
  return { transactionId, redirectUrl }
}

/** The number is 0 while the gateway has reported none. */
export const recallReferenceOrder: Recall<typeof byReference> = async (ctx, made) => {
  const { transactionId, referenceNumber } = await recallOrder(ctx, made)
  return { transactionId, referenceNumber: Number(referenceNumber) }
}

export const recallWalletOrder: Recall<typeof byWallet> = async (ctx, made) => {
  const { transactionId, referenceNumber, walletQr } = await recallOrder(ctx, made)
  return { transactionId, referenceNumber, walletQr }
}

export const recallCheckout: Recall<typeof createCheckout> = async (ctx, made) => ({
  checkoutUrl: (await recallOrder(ctx, made)).redirectUrl,
})
