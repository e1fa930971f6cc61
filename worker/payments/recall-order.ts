import { eq } from 'drizzle-orm'
import type { payByReference as byReference, payByWallet as byWallet } from '#contract/fawry'
import type { createCheckout } from '#contract/paymob'
import type { Db } from '#db/client'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import { type Checkout, checkoutOf } from '#domain/payments/checkout'
import { TransactionStatus } from '#domain/payments/transaction'
import { paymentsPage } from '../env.ts'
import type { Recall } from '../http/bind.ts'
import type { PaymentContext } from './apply-status.ts'
import type { Transaction } from './load-order.ts'
import { completeFreeOrder } from './submit-order.ts'

/** How long a repeat waits for the gateway's answer to the first request. */
const WAIT = { polls: 20, intervalMs: 150 }

/** The order once the gateway has answered, or, after the wait, as the interrupted first request has left it. */
async function findOrder(db: Db, id: number): Promise<Transaction> {
  for (let polls = 0; ; polls++) {
    const [tx] = await db.select().from(transactions).where(eq(transactions.id, id))
    if (!tx) throw new DomainError('transaction-not-found')
    const isAwaited = tx.amount > 0 && tx.checkout === null && tx.status === TransactionStatus.New
    if (!isAwaited || polls === WAIT.polls) return tx
    await scheduler.wait(WAIT.intervalMs)
  }
}

/**
 * Answers with the order's current state. A free order is completed if the first request was interrupted before that.
 * @throws DomainError `fawry-error` or `service-unavailable` for a failed order, as for the first request.
 */
async function recallOrder(ctx: PaymentContext, made: string) {
  const tx = await findOrder(ctx.db, Number(made))
  if (tx.amount === 0 && tx.status === TransactionStatus.New) await completeFreeOrder(ctx, tx)
  if (tx.status === TransactionStatus.Failed)
    throw new DomainError(tx.provider === 'fawry' ? 'fawry-error' : 'service-unavailable', tx.failureReason ?? '')
  const checkout: Checkout = checkoutOf(tx) ?? {}
  // The payments page shows the order and its later changes.
  const { redirectUrl = paymentsPage(ctx.env), referenceNumber = tx.providerRefNum ?? '' } = checkout
  return { transactionId: tx.id, redirectUrl, referenceNumber, walletQr: checkout.walletQr ?? null }
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
