import * as z from 'zod/mini'
import { type PaymobTransaction, paymobTransaction } from '#contract/paymob'
import type { Piastres } from '#domain/money'
import type { Env } from '../../env.ts'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import { baseOf, inquire, secretKeyHeader } from './authorization.ts'
import { isRefusal } from './intention.ts'

/** Paymob's status codes for an unknown number. */
const UNKNOWN_STATUSES = new Set([400, 404])

/** @throws ProviderUnreachable for an answer that is not a transaction, or another one than requested. */
function readTransaction(
  status: number,
  body: Record<string, unknown>,
  isAskedFor: (one: PaymobTransaction) => boolean,
): PaymobTransaction | null {
  if (UNKNOWN_STATUSES.has(status)) return null
  const read = paymobTransaction.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`the transaction (${status}) is not readable`)
  if (!isAskedFor(read.data)) throw new ProviderUnreachable('the transaction is another one')
  return read.data
}

/**
 * The newest transaction of an order, which may be a refund or a void of its payment; null before the first payment attempt.
 * @throws ProviderUnreachable
 */
export async function fetchLatestTransaction(env: Env, orderId: string): Promise<PaymobTransaction | null> {
  const { status, body } = await inquire(env, '/api/ecommerce/orders/transaction_inquiry', {
    method: 'POST',
    body: { order_id: Number(orderId) },
  })
  return readTransaction(status, body, (one) => String(one.order.id) === orderId)
}

const listed = z.object({ results: z.array(z.unknown()) })
/** Attempts that Paymob lists at once: more than anybody makes at one order. */
const LISTED = 50

/**
 * The transactions of an order that Paymob lists, oldest first. `isComplete`: the list holds no other order's, so that it was
 * restricted to this one, and what it lacks is not there. Its parameters are not documented (docs/rules/money.md 7.8).
 * @throws ProviderUnreachable where it does not answer; a list that cannot be read is an empty one, which is not complete.
 */
export async function fetchTransactions(
  env: Env,
  orderId: string,
): Promise<{ transactions: PaymobTransaction[]; isComplete: boolean }> {
  const query = new URLSearchParams({ order_id: orderId, page_size: String(LISTED) })
  const { status, body } = await inquire(env, `/api/acceptance/transactions?${query}`, { method: 'GET' })
  const list = listed.safeParse(body)
  if (status >= 300 || !list.success) return { transactions: [], isComplete: false }
  const read = list.data.results.map((one) => paymobTransaction.safeParse(one))
  const transactions = read
    .flatMap((one) => (one.success && String(one.data.order.id) === orderId ? [one.data] : []))
    .sort((one, other) => one.id - other.id)
  const isComplete = transactions.length === read.length && read.length < LISTED
  return { transactions, isComplete }
}

/**
 * A transaction by its own number; null when Paymob does not know it.
 * @throws ProviderUnreachable
 */
export async function fetchTransaction(env: Env, transactionId: string): Promise<PaymobTransaction | null> {
  const path = `/api/acceptance/transactions/${encodeURIComponent(transactionId)}`
  const { status, body } = await inquire(env, path, { method: 'GET' })
  return readTransaction(status, body, (one) => String(one.id) === transactionId)
}

const refunded = z.object({
  id: z.number(),
  /** A refund that the bank has not confirmed is pending, and no success yet. */
  pending: z.nullish(z.boolean()),
  success: z.boolean(),
  amount_cents: z.nullish(z.number()),
  parent_transaction: z.nullish(z.number()),
})

/**
 * Refunds piastres of a paid transaction (docs/rules/money.md 7.5). An answer that the refund is pending is an acceptance.
 * @throws ProviderUnreachable: whether the refund was made is then unknown.
 */
export async function refundTransaction(
  env: Env,
  refund: { transactionId: string; amount: Piastres },
): Promise<{ isOk: true; message: string } | { isOk: false; code: string; message: string }> {
  const { status, body } = await requestJson(`${baseOf(env)}/api/acceptance/void_refund/refund`, {
    method: 'POST',
    headers: secretKeyHeader(env),
    body: { transaction_id: Number(refund.transactionId), amount_cents: refund.amount },
  })
  const message = String(body.message ?? body.detail ?? '')
  if (isRefusal(status) || (body.success === false && body.pending !== true))
    return { isOk: false, code: String(status), message }
  const read = refunded.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`the refund (${status}) is not readable`)
  const { amount_cents: amount, parent_transaction: parent } = read.data
  if ((amount ?? refund.amount) !== refund.amount || String(parent ?? refund.transactionId) !== refund.transactionId)
    throw new ProviderUnreachable('the refund is another one')
  return { isOk: true, message }
}
