import type { Instant } from '#domain/cairo'
import { formatPiastres, type Piastres } from '#domain/money'
import type { InstallmentPlan } from '#domain/payments/methods'
import type { Env } from '../../env.ts'
import { webOrigins } from '../../env.ts'
import { ask } from '../ask.ts'
import { wireAmount } from '../wire-amount.ts'
import { baseOf, isAccepted, type Refused, refusedWith, signatureOf } from './settings.ts'

/** An order as the gateway is told of it. */
export type Charge = {
  merchantRefNum: string
  customer: { id: number; name: string; email: string; phone: string }
  amount: Piastres
  item: { id: number; description: string }
  /** Until when it can be paid, for those ways that wait for the student. */
  expiresAt: Instant
}

export type Card = { cardToken: string; cvv: string; installmentPlan: InstallmentPlan | null }

type Method = 'CARD' | 'PAYATFAWRY' | 'MWALLET'
type Extra = { fields: Record<string, unknown>; signed: readonly (string | number | null)[] }

const CHARGE = '/ECommerceWeb/Fawry/payments/charge'
const WALLET_CHARGE = '/ECommerceWeb/api/payments/charge'

/**
 * The body of every charge (docs/rules/money.md 6.1), signed over its common fields and those of its method
 * (docs/rules/money.md 6.2).
 */
function bodyOf(env: Env, charge: Charge, method: Method, { fields, signed }: Extra) {
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
      ...[env.FAWRY_MERCHANT_CODE, merchantRefNum, customer.id, method, formatPiastres(amount)],
      ...signed,
    ]),
  }
}

type Accepted = { isOk: true; referenceNumber: string | null }

async function send(env: Env, path: string, body: unknown) {
  const { status, body: answer } = await ask(`${baseOf(env)}${path}`, { method: 'POST', body })
  if (!isAccepted(answer)) return refusedWith(answer, status)
  const referenceNumber = answer.referenceNumber === undefined ? null : String(answer.referenceNumber)
  return { isOk: true as const, referenceNumber, answer }
}

const waiting = ({ expiresAt }: Charge): Extra => ({ fields: { paymentExpiry: expiresAt }, signed: [] })

/**
 * Gets a number to pay with in cash.
 * @throws ProviderAway
 */
export async function chargeByReference(env: Env, charge: Charge): Promise<Accepted | Refused> {
  const sent = await send(env, CHARGE, bodyOf(env, charge, 'PAYATFAWRY', waiting(charge)))
  return sent.isOk ? { isOk: true, referenceNumber: sent.referenceNumber } : sent
}

/**
 * Asks a mobile wallet: by a QR code when one is answered, otherwise by a notice on the phone.
 * @throws ProviderAway
 */
export async function chargeByWallet(
  env: Env,
  charge: Charge,
): Promise<(Accepted & { walletQr: string | null }) | Refused> {
  const sent = await send(env, WALLET_CHARGE, bodyOf(env, charge, 'MWALLET', waiting(charge)))
  if (!sent.isOk) return sent
  const { walletQr } = sent.answer
  return { isOk: true, referenceNumber: sent.referenceNumber, walletQr: typeof walletQr === 'string' ? walletQr : null }
}

function cardExtra(env: Env, { cardToken, cvv, installmentPlan }: Card): Extra {
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
 * Charges a saved card, whole or in instalments of its bank; answers where the bank asks for its password.
 * @throws ProviderAway
 */
export async function chargeCard(
  env: Env,
  charge: Charge,
  card: Card,
): Promise<(Accepted & { redirectUrl: string }) | Refused> {
  const sent = await send(env, CHARGE, bodyOf(env, charge, 'CARD', cardExtra(env, card)))
  if (!sent.isOk) return sent
  const next = sent.answer.nextAction
  const redirectUrl = typeof next === 'object' && next !== null && 'redirectUrl' in next ? String(next.redirectUrl) : ''
  if (redirectUrl === '') return { isOk: false, code: '200', words: 'no address for the bank’s password' }
  return { isOk: true, referenceNumber: sent.referenceNumber, redirectUrl }
}
