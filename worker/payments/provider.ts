import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { PaymentMethod, type Provider } from '#domain/payments/methods'
import { describeRefusal, gatewayReason } from '#domain/payments/refusals'
import type { Report } from '#domain/payments/report'
import type { Env } from '../env.ts'
import { ProviderAway } from '../outside/ask.ts'
import type { GatewayOrder } from '../outside/fawry/notice.ts'
import { askStatus, cancelUnpaid, refundPaid } from '../outside/fawry/orders.ts'
import { reportOf } from '../outside/paymob/callback.ts'
import { askTransaction, refundTransaction } from '../outside/paymob/orders.ts'
import type { Transaction } from './facts.ts'
import type { Particulars } from './outcome.ts'

/** What a provider says of an order, and what came with it. */
export type News = { report: Report } & Particulars

/** A refusal by a provider, as the caller hears it. */
export function refusedBy(provider: Provider, { code, words }: { code: string; words: string }): DomainError {
  return new DomainError(
    provider === 'fawry' ? 'fawry-error' : 'service-unavailable',
    describeRefusal(gatewayReason(code), code, words),
  )
}

/** A provider that does not answer, as the caller hears it; any other error goes on as it is. */
export function awayAs(provider: Provider, error: unknown): never {
  if (!(error instanceof ProviderAway)) throw error
  const code = provider === 'fawry' ? 'fawry-error' : 'service-unavailable'
  throw new DomainError(code, describeRefusal('no-answer', null, error.message))
}

/** Why what the gateway says of an order cannot be about ours; null when it is (docs/rules/money.md 6.5). */
export function whyNotOurs(tx: Transaction, order: GatewayOrder): string | null {
  if (order.merchantRefNum !== tx.merchantRefNum) return 'merchantRefNumber'
  if (order.customerId !== null && order.customerId !== String(tx.userId)) return 'customerMerchantId'
  if (order.orderAmount !== tx.amount) return 'orderAmount'
  if (order.event === 'pay' && order.paymentAmount < tx.amount) return 'paymentAmount'
  if (tx.providerRefNum !== null && order.reference !== tx.providerRefNum) return 'fawryRefNumber'
  // The bank collects instalments from a card, and the gateway reports the card.
  const expected = tx.paymentMethod === PaymentMethod.BankInstallment ? PaymentMethod.Card : tx.paymentMethod
  return order.method !== null && order.method !== expected ? 'paymentMethod' : null
}

export const newsOf = ({ event, reference, fees, failure }: GatewayOrder): News => ({
  report: { event, refundedTotal: null },
  reference,
  fees,
  failure,
})

async function askFawry(env: Env, tx: Transaction): Promise<News | null> {
  if (tx.merchantRefNum === null) return null
  const order = await askStatus(env, tx.merchantRefNum)
  if (order === null) return null
  if (!order.isOk) throw refusedBy('fawry', order)
  const field = whyNotOurs(tx, order)
  if (field) throw new DomainError('fawry-error', `wrong-settings: ${field} of the gateway is not that of the order`)
  return newsOf(order)
}

async function askPaymob(env: Env, tx: Transaction): Promise<News | null> {
  if (tx.providerOrderId === null) return null
  const one = await askTransaction(env, tx.providerOrderId)
  if (!one || String(one.order.id) !== tx.providerOrderId || one.amount_cents !== tx.amount) return null
  return { report: reportOf(one), reference: String(one.id) }
}

/**
 * Asks the provider about an order; null when it knows nothing of it, or of no try to pay it.
 * @throws ProviderAway, DomainError `fawry-error` when the gateway refuses to say or speaks of another order.
 */
export const askProvider = (env: Env, tx: Transaction): Promise<News | null> =>
  tx.provider === 'fawry' ? askFawry(env, tx) : askPaymob(env, tx)

/**
 * Gives money back at the provider.
 * @throws ProviderAway when it is not known whether it did.
 */
export function refundAtProvider(env: Env, tx: Transaction, amount: Piastres, reason: string | null) {
  const reference = tx.providerRefNum ?? ''
  return tx.provider === 'fawry'
    ? refundPaid(env, { reference, amount, reason })
    : refundTransaction(env, { transactionId: reference, amount })
}

/** The gateway's answers that an order is not there to be cancelled any more. */
const GONE = new Set(['9938', '404', '9984'])

/**
 * Gives an unpaid order up at its provider. The second provider has no such call: its page is simply not paid any more.
 * @throws ProviderAway, DomainError `fawry-error` when the gateway refuses, as it does for an order that is paid.
 */
export async function cancelAtProvider(env: Env, tx: Transaction, reference: string | null): Promise<void> {
  if (tx.provider !== 'fawry' || reference === null) return
  const answer = await cancelUnpaid(env, reference)
  if (!answer.isOk && !GONE.has(answer.code)) throw refusedBy('fawry', answer)
}
