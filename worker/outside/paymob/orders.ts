import { notifyPaymob, type PaymobTransaction } from '#contract/paymob'
import type { Piastres } from '#domain/money'
import type { Env } from '../../env.ts'
import { requestJson } from '../request-json.ts'
import { authorization, baseOf } from './intention.ts'

const callbackObject = notifyPaymob.body.shape.obj

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
  if (status >= 400) return null
  const read = callbackObject.safeParse(body)
  return read.success ? read.data : null
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
  if (status >= 400) return null
  const read = callbackObject.safeParse(body)
  return read.success ? read.data : null
}

/**
 * Refunds piastres of a paid transaction (docs/rules/money.md 7.5).
 * @throws ProviderUnreachable: it is then unknown whether the refund was made.
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
  const isOk = status < 400 && body.success !== false
  const message = String(body.message ?? body.detail ?? '')
  return isOk ? { isOk, message } : { isOk: false, code: String(status), message }
}
