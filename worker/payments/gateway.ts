import type { PaymobTransaction } from '#contract/paymob'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { isPayment, payingAttempt } from '#domain/payments/attempts'
import { awaitsDecision, type Difference, differencesOf, type TheirOrder } from '#domain/payments/comparison'
import { describeGatewayError, gatewayReason } from '#domain/payments/gateway-errors'
import { PaymentMethod, type Provider } from '#domain/payments/methods'
import type { StatusReport } from '#domain/payments/status-report'
import type { Env } from '../env.ts'
import type { GatewayOrder } from '../outside/fawry/notification.ts'
import { cancelUnpaidOrder, fetchOrderStatus, refundPaidOrder } from '../outside/fawry/orders.ts'
import { isChild, parentOf, reportOf, reportOfWholeChild } from '../outside/paymob/callback.ts'
import {
  fetchLatestTransaction,
  fetchTransaction,
  fetchTransactions,
  refundTransaction,
} from '../outside/paymob/orders.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import type { Order } from './load-order.ts'
import type { UpdateDetails } from './order-changes.ts'

/** What a gateway reports about an order. Stored as JSON in `payment_inbox`, so its property names cannot change. */
export type GatewayUpdate = { report: StatusReport } & UpdateDetails

const ourOrderOf = (order: Order) => ({ ...order, number: order.providerRefNum })

/** Whether an order that has ended with us has an attempt at its provider that is not decided. */
export const isUndecided = (order: Order, theirs: TheirOrder | null): boolean =>
  awaitsDecision(ourOrderOf(order), theirs)

/** The fields in which an order's row differs from its provider's record; null where the provider has none. */
export const differencesWith = (order: Order, theirs: TheirOrder | null): Difference[] =>
  differencesOf(ourOrderOf(order), theirs)

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
export function mismatchedField(order: Order, reported: GatewayOrder): string | null {
  if (reported.merchantRefNum !== order.merchantRefNum) return 'merchantRefNumber'
  const differing = differencesWith(order, fawryOrderOf(reported)).map(({ field }) => field)
  if (differing.includes('customer')) return 'customerMerchantId'
  if (reported.orderAmount !== order.amount) return 'orderAmount'
  if (differing.includes('amount')) return 'paymentAmount'
  // An unknown number is stored when it is first reported. For a paid order, another number identifies a second payment.
  const isOther = order.providerRefNum !== null && differing.includes('number')
  if (isOther && (order.paidAt === null || reported.event === 'accept')) return 'fawryRefNumber'
  // Fawry reports an instalment plan as a card payment: the bank collects the instalments from the card.
  const expected = order.paymentMethod === PaymentMethod.BankInstallment ? PaymentMethod.Card : order.paymentMethod
  return reported.method !== null && reported.method !== expected ? 'paymentMethod' : null
}

/** The update that an order of the gateway causes. */
export const gatewayUpdateOf = ({ event, reference, fees, failure }: GatewayOrder): GatewayUpdate => ({
  report: { event, refundedTotal: null },
  reference,
  fees,
  failure,
})

/** Fawry's record of the order, with the first field in which it differs from ours; null where Fawry has none. */
async function fetchFawryOrder(env: Env, order: Order) {
  if (order.merchantRefNum === null) return null
  const reported = await fetchOrderStatus(env, order.merchantRefNum)
  if (reported === null) return null
  if (!reported.isOk) throw gatewayRefusalError('fawry', reported)
  return { reported, mismatch: mismatchedField(order, reported) }
}

async function queryFawry(env: Env, order: Order): Promise<GatewayUpdate | null> {
  const found = await fetchFawryOrder(env, order)
  if (found?.mismatch)
    throw new DomainError('fawry-error', `wrong-settings: ${found.mismatch} of the gateway is not that of the order`)
  return found && gatewayUpdateOf(found.reported)
}

/** The update that a Paymob transaction describes; null when it belongs to another order. */
function paymobUpdateOf(order: Order, one: PaymobTransaction | null): GatewayUpdate | null {
  if (!one || isChild(one) || one.amount_cents !== order.amount) return null
  if (order.providerOrderId !== null && String(one.order.id) !== order.providerOrderId) return null
  const report = reportOf(one)
  // The number of an attempt that was not paid is not the payment's.
  return { report, reference: isPayment(report.event) ? String(one.id) : null }
}

/** The payment that a transaction is, or that a refund or void names as its parent; otherwise the refund or void itself. */
async function paymentOf(env: Env, one: PaymobTransaction | null): Promise<PaymobTransaction | null> {
  const parent = one && isChild(one) ? parentOf(one) : null
  return parent === null ? one : fetchTransaction(env, parent)
}

/** Whether an order's newest transaction leaves open by which other one it was paid (docs/rules/money.md 7.8). */
const hidesPayment = (newest: PaymobTransaction): boolean =>
  isChild(newest) || (!isPayment(reportOf(newest).event) && (newest.order.paid_amount_cents ?? 0) > 0)

/**
 * The payment of an order whose newest transaction is not it, from Paymob's list of all. Where the list has none, that of an attempt
 * counts only if the list is complete; a refund that does not name its payment is left to the caller.
 * @throws ProviderUnreachable
 */
async function findPayment(env: Env, orderId: string, newest: PaymobTransaction): Promise<PaymobTransaction> {
  const { transactions, isComplete } = await fetchTransactions(env, orderId)
  const attempts = transactions.filter((one) => !isChild(one))
  const paying = payingAttempt(attempts.map((one) => ({ one, event: reportOf(one).event })))
  if (paying) return paying.one
  if (isChild(newest) || (isComplete && attempts.some(({ id }) => id === newest.id))) return newest
  throw new ProviderUnreachable('the order is paid by a transaction that is not listed')
}

/**
 * A paid order is queried by the transaction that paid it, since the newest transaction may be a second payment, a refund, or an
 * attempt that was refused.
 */
async function fetchPaymobTransaction(env: Env, order: Order): Promise<PaymobTransaction | null> {
  if (order.paidAt !== null && order.providerRefNum !== null) return fetchTransaction(env, order.providerRefNum)
  if (order.providerOrderId === null) return null
  const newest = await paymentOf(env, await fetchLatestTransaction(env, order.providerOrderId))
  return newest && hidesPayment(newest) ? findPayment(env, order.providerOrderId, newest) : newest
}

const withoutPayment = () =>
  new ProviderUnreachable('the newest transaction is a refund of a payment that it does not name')

async function queryPaymob(env: Env, order: Order): Promise<GatewayUpdate | null> {
  const one = await fetchPaymobTransaction(env, order)
  if (!one || !isChild(one)) return paymobUpdateOf(order, one)
  const report = String(one.order.id) === order.providerOrderId ? reportOfWholeChild(one, order.amount) : null
  // Neither paid nor unpaid follows from a part that went back: the order stays as it is until its payment is known.
  if (!report) throw withoutPayment()
  return { report, reference: null }
}

/** An order as its provider records it; `update` is null where the record does not match our order. */
export type ProviderRecord = { order: TheirOrder; update: GatewayUpdate | null }

async function fawryRecord(env: Env, order: Order): Promise<ProviderRecord | null> {
  const found = await fetchFawryOrder(env, order)
  if (!found) return null
  const { reported, mismatch } = found
  if (mismatch === 'merchantRefNumber') throw new ProviderUnreachable('the answer is about another order')
  return { order: fawryOrderOf(reported), update: mismatch ? null : gatewayUpdateOf(reported) }
}

async function paymobRecord(env: Env, order: Order): Promise<ProviderRecord | null> {
  const one = await fetchPaymobTransaction(env, order)
  if (!one) return null
  if (isChild(one)) throw withoutPayment()
  const update = paymobUpdateOf(order, one)
  const { event, refundedTotal } = reportOf(one)
  return { order: { event, number: null, customer: null, amount: one.amount_cents, refundedTotal }, update }
}

/**
 * The provider's record of an order, even where it differs from ours; null where the provider has no such order.
 * @throws ProviderUnreachable, DomainError `fawry-error` when Fawry refuses the query.
 */
export const fetchRecord = (env: Env, order: Order): Promise<ProviderRecord | null> =>
  order.provider === 'fawry' ? fawryRecord(env, order) : paymobRecord(env, order)

/** Fawry finds orders by our number only, which a second payment does not have, so its state cannot be queried there. */
export const canBeQueried = (order: Order): boolean => order.provider === 'paymob' || order.merchantRefNum !== null

/** The update if it concerns the order's own payment; null if it concerns another payment of the order. */
export const ownUpdate = (order: Order, update: GatewayUpdate | null): GatewayUpdate | null =>
  update !== null && (update.reference ?? order.providerRefNum) === order.providerRefNum ? update : null

/**
 * The second payments of a paid order, whose notifications may have been lost: also of a payment before the order's own, the notification
 * of which came first (docs/rules/money.md 7.8). Fawry's status query answers one order by our number,
 * so that `queryGateway` reports it there.
 * @throws ProviderUnreachable
 */
export async function querySecondPayments(env: Env, order: Order): Promise<GatewayUpdate[]> {
  if (order.provider !== 'paymob' || order.paidAt === null || order.providerOrderId === null) return []
  const newest = await paymentOf(env, await fetchLatestTransaction(env, order.providerOrderId))
  if (newest === null) return []
  const { transactions } = await fetchTransactions(env, order.providerOrderId)
  const unlisted = transactions.some(({ id }) => id === newest.id) ? [] : [newest]
  return [...transactions, ...unlisted]
    .flatMap((one) => paymobUpdateOf(order, one) ?? [])
    .filter(({ report, reference }) => isPayment(report.event) && reference !== order.providerRefNum)
}

/**
 * Queries an order's status at its gateway; null when the gateway does not know the order, or knows no payment attempt.
 * @throws ProviderUnreachable, DomainError `fawry-error` when Fawry refuses the query or answers about another order.
 */
export const queryGateway = (env: Env, order: Order): Promise<GatewayUpdate | null> =>
  order.provider === 'fawry' ? queryFawry(env, order) : queryPaymob(env, order)

/**
 * Refunds piastres of an order at its gateway.
 * @throws ProviderUnreachable when it is unknown whether the refund was made.
 */
export function refundAtGateway(env: Env, order: Order, amount: Piastres, reason: string | null) {
  const reference = order.providerRefNum ?? ''
  return order.provider === 'fawry'
    ? refundPaidOrder(env, { reference, amount, reason })
    : refundTransaction(env, { transactionId: reference, amount })
}

/** Fawry's codes for an order that does not exist or is cancelled already: cancelling it has nothing left to do. */
const ALREADY_GONE_CODES = new Set(['9938', '404', '9984'])

/**
 * Cancels an unpaid order at its gateway. Paymob has no such call: its payment page expires by itself.
 * @throws ProviderUnreachable, DomainError `fawry-error` when Fawry refuses, as it does for a paid order.
 */
export async function cancelAtGateway(env: Env, order: Order, reference: string | null): Promise<void> {
  if (order.provider !== 'fawry' || reference === null) return
  const response = await cancelUnpaidOrder(env, reference)
  if (!response.isOk && !ALREADY_GONE_CODES.has(response.code)) throw gatewayRefusalError('fawry', response)
}
