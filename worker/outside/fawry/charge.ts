import type { Instant } from '#domain/cairo'
import { formatPiastres, type Piastres } from '#domain/money'
import type { InstallmentPlan } from '#domain/payments/methods'
import type { Env } from '../../env.ts'
import { webOrigins } from '../../env.ts'
import { requestJson } from '../request-json.ts'
import { wireAmount } from '../wire-amount.ts'
import { baseOf, type GatewayRefusal, isAccepted, refusalOf, signatureOf } from './settings.ts'

/** An order as it is sent to the gateway. */
export type Charge = {
  merchantRefNum: string
  customer: { id: number; name: string; email: string; phone: string }
  amount: Piastres
  item: { id: number; description: string }
  /** Sent for reference numbers and wallets only; a card is charged at once. */
  expiresAt: Instant
}

export type Card = { cardToken: string; cvv: string; installmentPlan: InstallmentPlan | null }

type Method = 'CARD' | 'PAYATFAWRY' | 'MWALLET'
type MethodFields = { fields: Record<string, unknown>; signed: readonly (string | number | null)[] }

const CHARGE = '/ECommerceWeb/Fawry/payments/charge'
const WALLET_CHARGE = '/ECommerceWeb/api/payments/charge'

/**
 * The body of every charge (docs/rules/money.md 6.1), signed over the common fields and those of its method
 * (docs/rules/money.md 6.2).
 */
function bodyOf(env: Env, charge: Charge, method: Method, { fields, signed }: MethodFields) {
  const { customer, amount, item, merchantRefNum } = charge
  return {
    merchantCode: env.FAWRY_MERCHANT_CODE,
    merchantRefNum: Number(merchantRefNum),
    customerProfileId: customer.id,
    customerName: customer.name,
    customerMobile: customer.phone,
    customerEmail: customer.email,
    paymentMethod: method,
    amount: wireAmount(amount),
    currencyCode: 'EGP',
    language: 'ar-eg',
    chargeItems: [{ itemId: String(item.id), description: item.description, price: wireAmount(amount), quantity: 1 }],
    description: item.description,
    orderWebHookUrl: `${env.API_ORIGIN}/api/v1/fawry/payment-status`,
    ...fields,
    signature: signatureOf(env, [
      env.FAWRY_MERCHANT_CODE,
      merchantRefNum,
      customer.id,
      method,
      formatPiastres(amount),
      ...signed,
    ]),
  }
}

type AcceptedCharge = { isOk: true; referenceNumber: string | null }

async function send(env: Env, path: string, body: unknown) {
  const { status, body: answer } = await requestJson(`${baseOf(env)}${path}`, { method: 'POST', body })
  if (!isAccepted(answer)) return refusalOf(answer, status)
  const referenceNumber = answer.referenceNumber === undefined ? null : String(answer.referenceNumber)
  return { isOk: true as const, referenceNumber, answer }
}

const expiryFields = ({ expiresAt }: Charge): MethodFields => ({ fields: { paymentExpiry: expiresAt }, signed: [] })

/**
 * Creates a reference number to pay in cash with.
 * @throws ProviderUnreachable
 */
export async function createReferenceCharge(env: Env, charge: Charge): Promise<AcceptedCharge | GatewayRefusal> {
  const sent = await send(env, CHARGE, bodyOf(env, charge, 'PAYATFAWRY', expiryFields(charge)))
  return sent.isOk ? { isOk: true, referenceNumber: sent.referenceNumber } : sent
}

/**
 * Requests a payment from a mobile wallet: by the returned QR code, or, without one, by a request shown on the phone.
 * @throws ProviderUnreachable
 */
export async function createWalletCharge(
  env: Env,
  charge: Charge,
): Promise<(AcceptedCharge & { walletQr: string | null }) | GatewayRefusal> {
  const sent = await send(env, WALLET_CHARGE, bodyOf(env, charge, 'MWALLET', expiryFields(charge)))
  if (!sent.isOk) return sent
  const { walletQr } = sent.answer
  return { isOk: true, referenceNumber: sent.referenceNumber, walletQr: typeof walletQr === 'string' ? walletQr : null }
}

function cardFields(env: Env, { cardToken, cvv, installmentPlan }: Card): MethodFields {
  const returnUrl = `${webOrigins(env)[0]}/card-added`
  return {
    fields: {
      cardToken,
      cvv,
      enable3DS: true,
      authCaptureModePayment: false,
      returnUrl,
      ...(installmentPlan === null ? {} : { installmentPlanId: installmentPlan }),
    },
    signed: [cardToken, cvv, installmentPlan === null ? returnUrl : installmentPlan],
  }
}

/**
 * Charges a saved card, in full or in instalments of its bank; returns the page of the bank's password (3-D Secure).
 * @throws ProviderUnreachable
 */
export async function createCardCharge(
  env: Env,
  charge: Charge,
  card: Card,
): Promise<(AcceptedCharge & { redirectUrl: string }) | GatewayRefusal> {
  const sent = await send(env, CHARGE, bodyOf(env, charge, 'CARD', cardFields(env, card)))
  if (!sent.isOk) return sent
  const next = sent.answer.nextAction
  const redirectUrl = typeof next === 'object' && next !== null && 'redirectUrl' in next ? String(next.redirectUrl) : ''
  if (redirectUrl === '') return { isOk: false, code: '200', message: 'no address for the bank’s password' }
  return { isOk: true, referenceNumber: sent.referenceNumber, redirectUrl }
}
