import { notifyPaymob, type PaymobTransaction } from '#contract/paymob'
import type { Piastres } from '#domain/money'
import type { Env } from '../../env.ts'
import { ask } from '../ask.ts'
import { authorization, baseOf } from './intention.ts'

const callbackObject = notifyPaymob.body.shape.obj

/**
 * The newest transaction of an order; null when nobody has tried to pay it yet.
 * @throws ProviderAway
 */
export async function askTransaction(env: Env, orderId: string): Promise<PaymobTransaction | null> {
  const { status, body } = await ask(`${baseOf(env)}/api/ecommerce/orders/transaction_inquiry`, {
    method: 'POST',
    headers: authorization(env),
    body: { order_id: Number(orderId) },
  })
  if (status >= 400) return null
  const read = callbackObject.safeParse(body)
  return read.success ? read.data : null
}

/**
 * Gives money of a paid transaction back, in piastres (docs/rules/money.md 7.5).
 * @throws ProviderAway: whether it was given back is then not known.
 */
export async function refundTransaction(
  env: Env,
  refund: { transactionId: string; amount: Piastres },
): Promise<{ isOk: true; words: string } | { isOk: false; code: string; words: string }> {
  const { status, body } = await ask(`${baseOf(env)}/api/acceptance/void_refund/refund`, {
    method: 'POST',
    headers: authorization(env),
    body: { transaction_id: Number(refund.transactionId), amount_cents: refund.amount },
  })
  const isOk = status < 400 && body.success !== false
  const words = String(body.message ?? body.detail ?? '')
  return isOk ? { isOk, words } : { isOk: false, code: String(status), words }
}
