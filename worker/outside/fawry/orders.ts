import { formatPiastres, type Piastres } from '#domain/money'
import type { Env } from '../../env.ts'
import { ask } from '../ask.ts'
import { wireAmount } from '../wire-amount.ts'
import { type GatewayOrder, readOrder } from './notice.ts'
import { baseOf, isAccepted, type Refused, refusedWith, signatureOf } from './settings.ts'

const LANGUAGE = 'ar-eg'

/**
 * What the gateway says of an order; null when it knows none of that number.
 * @throws ProviderAway also for an answer that says nothing of an order.
 */
export async function askStatus(env: Env, merchantRefNum: string): Promise<GatewayOrder | Refused | null> {
  const query = new URLSearchParams({
    merchantCode: env.FAWRY_MERCHANT_CODE,
    merchantRefNumber: merchantRefNum,
    signature: signatureOf(env, [env.FAWRY_MERCHANT_CODE, merchantRefNum]),
  })
  const { status, body } = await ask(`${baseOf(env)}/ECommerceWeb/Fawry/payments/status/v2?${query}`, { method: 'GET' })
  if (status === 404 || String(body.code ?? body.statusCode) === '9938') return null
  const order = readOrder(env, body)
  return order ?? refusedWith(body, status)
}

/**
 * Gives an unpaid order up; `reference` is the gateway's own number.
 * @throws ProviderAway
 */
export async function cancelUnpaid(env: Env, reference: string): Promise<{ isOk: true } | Refused> {
  const merchantAccount = env.FAWRY_MERCHANT_CODE
  const { status, body } = await ask(`${baseOf(env)}/ECommerceWeb/api/orders/cancel-unpaid-order`, {
    method: 'POST',
    body: {
      merchantAccount,
      orderRefNo: reference,
      lang: LANGUAGE,
      signature: signatureOf(env, [reference, merchantAccount, LANGUAGE]),
    },
  })
  return isAccepted(body) ? { isOk: true } : refusedWith(body, status)
}

/**
 * Gives money of a paid order back.
 * @throws ProviderAway: whether it was given back is then not known.
 */
export async function refundPaid(
  env: Env,
  refund: { reference: string; amount: Piastres; reason: string | null },
): Promise<{ isOk: true; words: string } | Refused> {
  const { reference, amount, reason } = refund
  const merchantCode = env.FAWRY_MERCHANT_CODE
  const { status, body } = await ask(`${baseOf(env)}/ECommerceWeb/Fawry/payments/refund`, {
    method: 'POST',
    body: {
      merchantCode,
      referenceNumber: reference,
      refundAmount: wireAmount(amount),
      ...(reason === null ? {} : { reason }),
      signature: signatureOf(env, [merchantCode, reference, formatPiastres(amount), reason]),
    },
  })
  return isAccepted(body) ? { isOk: true, words: String(body.statusDescription ?? '') } : refusedWith(body, status)
}
