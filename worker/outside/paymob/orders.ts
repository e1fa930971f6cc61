import * as z from 'zod/mini'
import { notifyPaymob, type PaymobTransaction } from '#contract/paymob'
import type { Piastres } from '#domain/money'
import type { Env } from '../../env.ts'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import { authorization, baseOf, isRefusal } from './intention.ts'

const callbackObject = notifyPaymob.body.shape.obj

/** Paymob's status codes for an unknown number. */
const UNKNOWN_STATUSES = new Set([400, 404])

/** @throws ProviderUnreachable for an answer that is not a transaction, or another one than requested. */
function readTransaction(
  status: number,
  body: Record<string, unknown>,
  isAskedFor: (one: PaymobTransaction) => boolean,
): PaymobTransaction | null {
  if (UNKNOWN_STATUSES.has(status)) return null
  const read = callbackObject.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`the transaction (${status}) is not readable`)
  if (!isAskedFor(read.data)) throw new ProviderUnreachable('the transaction is another one')
  return read.data
}

/**
 * The latest transaction of an order; null before the first payment attempt.
 * @throws ProviderUnreachable
 */
export async function fetchLatestTransaction(env: Env, orderId: string): Promise<PaymobTransaction | null> {
  const { status, body } = await requestJson(`${baseOf(env)}/api/ecommerce/orders/transaction_inquiry`, {
    method: 'POST',
    headers: authorization(env),
    body: { order_id: Number(orderId) },
  })
  return readTransaction(status, body, (one) => String(one.order.id) === orderId)
}

/**
 * A transaction by its own number; null when Paymob does not know it.
 * @throws ProviderUnreachable
 */
export async function fetchTransaction(env: Env, transactionId: string): Promise<PaymobTransaction | null> {
  const { status, body } = await requestJson(
    `${baseOf(env)}/api/acceptance/transactions/${encodeURIComponent(transactionId)}`,
    { method: 'GET', headers: authorization(env) },
  )
  return readTransaction(status, body, (one) => String(one.id) === transactionId)
}

const refunded = z.object({
  id: z.number(),
  success: z.literal(true),
  amount_cents: z.nullish(z.number()),
  parent_transaction: z.nullish(z.number()),
})

/**
 * Refunds piastres of a paid transaction (docs/rules/money.md 7.5).
 * @throws ProviderUnreachable: whether the refund was made is then unknown.
 */
export async function refundTransaction(
  env: Env,
  refund: { transactionId: string; amount: Piastres },
): Promise<{ isOk: true; message: string } | { isOk: false; code: string; message: string }> {
  const { status, body } = await requestJson(`${baseOf(env)}/api/acceptance/void_refund/refund`, {
    method: 'POST',
    headers: authorization(env),
    body: { transaction_id: Number(refund.transactionId), amount_cents: refund.amount },
  })
  const message = String(body.message ?? body.detail ?? '')
  if (isRefusal(status) || body.success === false) return { isOk: false, code: String(status), message }
  const read = refunded.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`the refund (${status}) is not readable`)
  const { amount_cents: amount, parent_transaction: parent } = read.data
  if ((amount ?? refund.amount) !== refund.amount || String(parent ?? refund.transactionId) !== refund.transactionId)
    throw new ProviderUnreachable('the refund is another one')
  return { isOk: true, message }
}
