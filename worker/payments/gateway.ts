import type { PaymobTransaction } from '#contract/paymob'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { type Difference, differencesOf, type TheirOrder } from '#domain/payments/comparison'
import { describeGatewayError, gatewayReason } from '#domain/payments/gateway-errors'
import { PaymentMethod, type Provider } from '#domain/payments/methods'
import type { StatusReport } from '#domain/payments/status-report'
import type { TransactionEvent } from '#domain/payments/transaction'
import type { Env } from '../env.ts'
import type { GatewayOrder } from '../outside/fawry/notification.ts'
import { cancelUnpaidOrder, fetchOrderStatus, refundPaidOrder } from '../outside/fawry/orders.ts'
import { reportOf } from '../outside/paymob/callback.ts'
import { fetchLatestTransaction, fetchTransaction, refundTransaction } from '../outside/paymob/orders.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import type { Transaction } from './load-order.ts'
import type { UpdateDetails } from './order-changes.ts'

/** What a gateway reports about an order. Stored as JSON in `payment_inbox`, so its property names cannot change. */
export type GatewayUpdate = { report: StatusReport } & UpdateDetails

/** The fields in which an order's row differs from its provider's record; null where the provider has none. */
export const differencesWith = (tx: Transaction, theirs: TheirOrder | null): Difference[] =>
  differencesOf({ ...tx, number: tx.providerRefNum }, theirs)

/** The error of a call for a request that the gateway refused. */
export function gatewayRefusalError(
  provider: Provider,
  { code, message }: { code: string; message: string },
): DomainError {
  return new DomainError(
    provider === 'fawry' ? 'fawry-error' : 'service-unavailable',
    describeGatewayError(gatewayReason(code), code, message),
  )
}

/**
 * Turns an unreachable gateway into the error of a call; any other error is thrown unchanged.
 * @throws DomainError `fawry-error` or `service-unavailable`.
 */
export function rethrowUnreachable(provider: Provider, error: unknown): never {
  if (!(error instanceof ProviderUnreachable)) throw error
  const code = provider === 'fawry' ? 'fawry-error' : 'service-unavailable'
  throw new DomainError(code, describeGatewayError('no-answer', null, error.message))
}

/** Fawry's record of an order: of a payment that is smaller than the price, the amount is what was paid. */
const fawryOrderOf = ({ event, reference, customerId, orderAmount, paymentAmount }: GatewayOrder): TheirOrder => ({
  event,
  number: reference,
  customer: customerId,
  amount: event === 'pay' ? Math.min(orderAmount, paymentAmount) : orderAmount,
  refundedTotal: null,
})

/**
 * The first field in which Fawry's order differs from ours; null when all agree (docs/rules/money.md 6.5). Without this check
 * a correctly signed notification about another order or a smaller amount would pay ours.
 */
export function mismatchedField(tx: Transaction, order: GatewayOrder): string | null {
  if (order.merchantRefNum !== tx.merchantRefNum) return 'merchantRefNumber'
  const differing = differencesWith(tx, fawryOrderOf(order)).map(({ field }) => field)
  if (differing.includes('customer')) return 'customerMerchantId'
  if (order.orderAmount !== tx.amount) return 'orderAmount'
  if (differing.includes('amount')) return 'paymentAmount'
  // An unknown number is stored when it is first reported. For a paid order, another number identifies a second payment.
  const isOther = tx.providerRefNum !== null && differing.includes('number')
  if (isOther && (tx.paidAt === null || order.event === 'accept')) return 'fawryRefNumber'
  // Fawry reports an instalment plan as a card payment: the bank collects the instalments from the card.
  const expected = tx.paymentMethod === PaymentMethod.BankInstallment ? PaymentMethod.Card : tx.paymentMethod
  return order.method !== null && order.method !== expected ? 'paymentMethod' : null
}

/** The update that an order of the gateway causes. */
export const gatewayUpdateOf = ({ event, reference, fees, failure }: GatewayOrder): GatewayUpdate => ({
  report: { event, refundedTotal: null },
  reference,
  fees,
  failure,
})

/** Fawry's record of the order, with the first field in which it differs from ours; null where Fawry has none. */
async function fetchFawryOrder(env: Env, tx: Transaction) {
  if (tx.merchantRefNum === null) return null
  const order = await fetchOrderStatus(env, tx.merchantRefNum)
  if (order === null) return null
  if (!order.isOk) throw gatewayRefusalError('fawry', order)
  return { order, mismatch: mismatchedField(tx, order) }
}

async function queryFawry(env: Env, tx: Transaction): Promise<GatewayUpdate | null> {
  const found = await fetchFawryOrder(env, tx)
  if (found?.mismatch)
    throw new DomainError('fawry-error', `wrong-settings: ${found.mismatch} of the gateway is not that of the order`)
  return found && gatewayUpdateOf(found.order)
}

/** A transaction with one of these events was paid. Others are attempts, whose number is not the payment's. */
const PAYMENT_EVENTS: ReadonlySet<TransactionEvent> = new Set<TransactionEvent>([
  'pay',
  'refund',
  'refund-part',
  'void',
])

/** The update that a Paymob transaction describes; null when it belongs to another order. */
function paymobUpdateOf(tx: Transaction, one: PaymobTransaction | null): GatewayUpdate | null {
  if (!one || one.amount_cents !== tx.amount) return null
  if (tx.providerOrderId !== null && String(one.order.id) !== tx.providerOrderId) return null
  const report = reportOf(one)
  return { report, reference: PAYMENT_EVENTS.has(report.event) ? String(one.id) : null }
}

/** A paid order is queried by the transaction that paid it, since the latest transaction may be a second payment. */
async function fetchPaymobTransaction(env: Env, tx: Transaction): Promise<PaymobTransaction | null> {
  if (tx.paidAt !== null && tx.providerRefNum !== null) return fetchTransaction(env, tx.providerRefNum)
  return tx.providerOrderId === null ? null : fetchLatestTransaction(env, tx.providerOrderId)
}

const queryPaymob = async (env: Env, tx: Transaction): Promise<GatewayUpdate | null> =>
  paymobUpdateOf(tx, await fetchPaymobTransaction(env, tx))

/** An order as its provider records it; `update` is null where the record does not match our order. */
export type ProviderRecord = { order: TheirOrder; update: GatewayUpdate | null }

async function fawryRecord(env: Env, tx: Transaction): Promise<ProviderRecord | null> {
  const found = await fetchFawryOrder(env, tx)
  if (!found) return null
  const { order, mismatch } = found
  if (mismatch === 'merchantRefNumber') throw new ProviderUnreachable('the answer is about another order')
  return { order: fawryOrderOf(order), update: mismatch ? null : gatewayUpdateOf(order) }
}

async function paymobRecord(env: Env, tx: Transaction): Promise<ProviderRecord | null> {
  const one = await fetchPaymobTransaction(env, tx)
  if (!one) return null
  const update = paymobUpdateOf(tx, one)
  const { event, refundedTotal } = reportOf(one)
  return { order: { event, number: null, customer: null, amount: one.amount_cents, refundedTotal }, update }
}

/**
 * The provider's record of an order, even where it differs from ours; null where the provider has no such order.
 * @throws ProviderUnreachable, DomainError `fawry-error` when Fawry refuses the query.
 */
export const fetchRecord = (env: Env, tx: Transaction): Promise<ProviderRecord | null> =>
  tx.provider === 'fawry' ? fawryRecord(env, tx) : paymobRecord(env, tx)

/** Fawry finds orders by our number only, which a second payment does not have, so its state cannot be queried there. */
export const canBeQueried = (tx: Transaction): boolean => tx.provider === 'paymob' || tx.merchantRefNum !== null

/** The update if it concerns the order's own payment; null if it concerns another payment of the order. */
export const ownUpdate = (tx: Transaction, update: GatewayUpdate | null): GatewayUpdate | null =>
  update !== null && (update.reference ?? tx.providerRefNum) === tx.providerRefNum ? update : null

/**
 * A second payment of a paid order, whose notification may have been lost; null for none. Fawry's status query answers
 * one order by our number, so that `queryGateway` reports it there.
 * @throws ProviderUnreachable
 */
export async function querySecondPayment(env: Env, tx: Transaction): Promise<GatewayUpdate | null> {
  if (tx.provider !== 'paymob' || tx.paidAt === null || tx.providerOrderId === null) return null
  const update = paymobUpdateOf(tx, await fetchLatestTransaction(env, tx.providerOrderId))
  return update?.reference === tx.providerRefNum ? null : update
}

/**
 * Queries an order's status at its gateway; null when the gateway does not know the order, or knows no payment attempt.
 * @throws ProviderUnreachable, DomainError `fawry-error` when Fawry refuses the query or answers about another order.
 */
export const queryGateway = (env: Env, tx: Transaction): Promise<GatewayUpdate | null> =>
  tx.provider === 'fawry' ? queryFawry(env, tx) : queryPaymob(env, tx)

/**
 * Refunds piastres of an order at its gateway.
 * @throws ProviderUnreachable when it is unknown whether the refund was made.
 */
export function refundAtGateway(env: Env, tx: Transaction, amount: Piastres, reason: string | null) {
  const reference = tx.providerRefNum ?? ''
  return tx.provider === 'fawry'
    ? refundPaidOrder(env, { reference, amount, reason })
    : refundTransaction(env, { transactionId: reference, amount })
}

/** Fawry's codes for an order that does not exist or is cancelled already: cancelling it has nothing left to do. */
const ALREADY_GONE_CODES = new Set(['9938', '404', '9984'])

/**
 * Cancels an unpaid order at its gateway. Paymob has no such call: its payment page expires by itself.
 * @throws ProviderUnreachable, DomainError `fawry-error` when Fawry refuses, as it does for a paid order.
 */
export async function cancelAtGateway(env: Env, tx: Transaction, reference: string | null): Promise<void> {
  if (tx.provider !== 'fawry' || reference === null) return
  const response = await cancelUnpaidOrder(env, reference)
  if (!response.isOk && !ALREADY_GONE_CODES.has(response.code)) throw gatewayRefusalError('fawry', response)
}
