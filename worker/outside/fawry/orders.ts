import { formatPiastres, type Piastres } from '#domain/money'
import type { Env } from '../../env.ts'
import { requestJson } from '../request-json.ts'
import { ACCEPTED, refusedKey, type TriedKey } from '../tried-key.ts'
import { wireAmount } from '../wire-amount.ts'
import { type GatewayOrder, parseOrderStatus } from './notification.ts'
import { baseOf, type GatewayRefusal, isAccepted, refusalOf, signatureOf } from './settings.ts'

const LANGUAGE = 'ar-eg'

/**
 * The gateway's status of an order; null when it knows no order of that number.
 * @throws ProviderUnreachable
 */
export async function fetchOrderStatus(
  env: Env,
  merchantRefNum: string,
): Promise<GatewayOrder | GatewayRefusal | null> {
  const query = new URLSearchParams({
    merchantCode: env.FAWRY_MERCHANT_CODE,
    merchantRefNumber: merchantRefNum,
    signature: signatureOf(env, [env.FAWRY_MERCHANT_CODE, merchantRefNum]),
  })
  const { status, body } = await requestJson(`${baseOf(env)}/ECommerceWeb/Fawry/payments/status/v2?${query}`, {
    method: 'GET',
  })
  if (status === 404 || String(body.code ?? body.statusCode) === '9938') return null
  const order = parseOrderStatus(env, body)
  return order ?? refusalOf(body, status)
}

/**
 * Cancels an unpaid order; `reference` is the gateway's own number.
 * @throws ProviderUnreachable
 */
export async function cancelUnpaidOrder(env: Env, reference: string): Promise<{ isOk: true } | GatewayRefusal> {
  const merchantAccount = env.FAWRY_MERCHANT_CODE
  const { status, body } = await requestJson(`${baseOf(env)}/ECommerceWeb/api/orders/cancel-unpaid-order`, {
    method: 'POST',
    body: {
      merchantAccount,
      orderRefNo: reference,
      lang: LANGUAGE,
      signature: signatureOf(env, [reference, merchantAccount, LANGUAGE]),
    },
  })
  return isAccepted(body) ? { isOk: true } : refusalOf(body, status)
}

/**
 * Refunds piastres of a paid order.
 * @throws ProviderUnreachable: whether the refund was made is then unknown.
 */
export async function refundPaidOrder(
  env: Env,
  refund: { reference: string; amount: Piastres; reason: string | null },
): Promise<{ isOk: true; message: string } | GatewayRefusal> {
  const { reference, amount, reason } = refund
  const merchantCode = env.FAWRY_MERCHANT_CODE
  const { status, body } = await requestJson(`${baseOf(env)}/ECommerceWeb/Fawry/payments/refund`, {
    method: 'POST',
    body: {
      merchantCode,
      referenceNumber: reference,
      refundAmount: wireAmount(amount),
      ...(reason === null ? {} : { reason }),
      signature: signatureOf(env, [merchantCode, reference, formatPiastres(amount), reason]),
    },
  })
  return isAccepted(body) ? { isOk: true, message: String(body.statusDescription ?? '') } : refusalOf(body, status)
}

/** Fawry's codes of a merchant that it does not know, and of a signature that is not by the merchant's key. */
const WRONG_MERCHANT = '9901'
const WRONG_SIGNATURE = '9946'
/** No order of ours has this number. */
const NO_ORDER = 'no-order'

/**
 * Tries code and key of the merchant by the status of an order that does not exist.
 * @throws ProviderUnreachable
 */
export async function tryFawryKey(env: Env): Promise<TriedKey> {
  const answer = await fetchOrderStatus(env, NO_ORDER)
  if (answer === null || !('code' in answer)) return ACCEPTED
  const { code, message } = answer
  if (code === WRONG_MERCHANT) return refusedKey(`FAWRY_MERCHANT_CODE: ${message}`)
  if (code === WRONG_SIGNATURE) return refusedKey(`FAWRY_SECURE_KEY: ${message}`)
  return { state: 'unclear', reason: `answered ${code}: ${message}` }
}
