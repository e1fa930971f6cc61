import * as z from 'zod/mini'
import type { Instant } from '#domain/cairo'
import { formatPiastres, type Piastres } from '#domain/money'
import type { Env } from '../../env.ts'
import { webOrigins } from '../../env.ts'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import { wireAmount } from '../wire-amount.ts'
import { baseOf, type GatewayRefusal, isAccepted, refusalOf, signatureOf } from './settings.ts'

/** An order as it is sent to the gateway. */
export type Charge = {
  merchantRefNum: string
  customer: { id: number; name: string; email: string; phone: string }
  amount: Piastres
  item: { id: number; description: string }
  /** Sent for reference numbers and wallets only; a card is charged immediately. */
  expiresAt: Instant
}

/** The code of our own for a charge that the bank wants its password for, while nobody is there to enter it. */
export const PASSWORD_WANTED = 'password-wanted'

/** `installmentPlanId` is the gateway's; null pays the price at once. */
export type Card = { cardToken: string; cvv: string; installmentPlanId: number | null }

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

/** A number in the gateway's format. */
const digits = z.pipe(
  z.union([z.int().check(z.positive()), z.string().check(z.regex(/^\d+$/))]),
  z.transform((number: string | number) => String(number)),
)
const accepted = z.object({
  merchantRefNumber: z.nullish(digits),
  referenceNumber: z.nullish(digits),
  /** The same number, as some accounts have it. */
  fawryRefNumber: z.nullish(digits),
  orderStatus: z.nullish(z.string()),
  walletQr: z.nullish(z.string()),
  nextAction: z.nullish(z.object({ redirectUrl: z.url({ protocol: /^https?$/ }) })),
})

type AcceptedCharge = { isOk: true; referenceNumber: string }
/** The answer to a charge that the student pays with afterwards; a wallet charge may include a QR code. */
export type ReferenceCharge = (AcceptedCharge & { walletQr?: string | null; walletPhone?: string }) | GatewayRefusal

/**
 * Sends a charge and parses its answer (docs/rules/money.md 6.7).
 * @throws ProviderUnreachable, also for an unreadable acceptance or one of another order: the order may exist.
 */
async function send(env: Env, path: string, charge: Charge, body: unknown) {
  const { status, body: answer } = await requestJson(`${baseOf(env)}${path}`, { method: 'POST', body })
  if (!isAccepted(answer)) return refusalOf(answer, status)
  const read = accepted.safeParse(answer)
  if (!read.success) throw new ProviderUnreachable('the charge is not readable')
  const { merchantRefNumber, fawryRefNumber, ...more } = read.data
  if (merchantRefNumber != null && merchantRefNumber !== charge.merchantRefNum)
    throw new ProviderUnreachable('the charge is that of another order')
  return { isOk: true as const, ...more, referenceNumber: more.referenceNumber ?? fawryRefNumber }
}

/** The order's number, without which it cannot be paid. */
function numberOf(referenceNumber: string | null | undefined): string {
  if (referenceNumber == null) throw new ProviderUnreachable('the charge has no number')
  return referenceNumber
}

const expiryFields = ({ expiresAt }: Charge): MethodFields => ({ fields: { paymentExpiry: expiresAt }, signed: [] })

/**
 * Creates a reference number for paying in cash.
 * @throws ProviderUnreachable
 */
export async function createReferenceCharge(env: Env, charge: Charge): Promise<AcceptedCharge | GatewayRefusal> {
  const sent = await send(env, CHARGE, charge, bodyOf(env, charge, 'PAYATFAWRY', expiryFields(charge)))
  return sent.isOk ? { isOk: true, referenceNumber: numberOf(sent.referenceNumber) } : sent
}

/** The number whose wallet is asked; signed after the amount. */
const walletFields = (charge: Charge, walletPhone: string | null): MethodFields => {
  const { fields } = expiryFields(charge)
  return walletPhone === null
    ? { fields, signed: [] }
    : { fields: { ...fields, debitMobileWalletNo: walletPhone }, signed: [walletPhone] }
}

/**
 * Requests a payment from a mobile wallet: by a request on the phone of this number or, without a number, by the returned QR code
 * (docs/rules/money.md 3.13).
 * @throws ProviderUnreachable
 */
export async function createWalletCharge(
  env: Env,
  charge: Charge,
  walletPhone: string | null,
): Promise<(AcceptedCharge & { walletQr: string | null }) | GatewayRefusal> {
  const sent = await send(env, WALLET_CHARGE, charge, bodyOf(env, charge, 'MWALLET', walletFields(charge, walletPhone)))
  if (!sent.isOk) return sent
  return { isOk: true, referenceNumber: numberOf(sent.referenceNumber), walletQr: sent.walletQr ?? null }
}

function cardFields(env: Env, { cardToken, cvv, installmentPlanId }: Card): MethodFields {
  const returnUrl = `${webOrigins(env)[0]}/card-added`
  return {
    fields: {
      cardToken,
      cvv,
      enable3DS: true,
      authCaptureModePayment: false,
      returnUrl,
      ...(installmentPlanId === null ? {} : { installmentPlanId }),
    },
    signed: [cardToken, cvv, installmentPlanId ?? returnUrl],
  }
}

/**
 * Charges a saved card, in full or in instalments of its bank; returns the bank's authentication page (3-D Secure), null where the
 * bank asked nothing and the order is paid already.
 * @throws ProviderUnreachable
 */
export async function createCardCharge(
  env: Env,
  charge: Charge,
  card: Card,
): Promise<{ isOk: true; referenceNumber: string | null; redirectUrl: string | null } | GatewayRefusal> {
  const sent = await send(env, CHARGE, charge, bodyOf(env, charge, 'CARD', cardFields(env, card)))
  if (!sent.isOk) return sent
  const { nextAction, orderStatus } = sent
  const isPaid = !nextAction && orderStatus?.toUpperCase() === 'PAID'
  if (!nextAction && !isPaid) throw new ProviderUnreachable('the charge has no address for the bank’s password')
  return { isOk: true, referenceNumber: sent.referenceNumber ?? null, redirectUrl: nextAction?.redirectUrl ?? null }
}

/**
 * Charges a saved card without its owner: no security number and no page of the bank (docs/rules/money.md 3.14). Where the bank
 * wants its password all the same, the charge is refused.
 * @throws ProviderUnreachable
 */
export async function chargeSavedCard(
  env: Env,
  charge: Charge,
  cardToken: string,
): Promise<{ isOk: true; referenceNumber: string | null } | GatewayRefusal> {
  const fields = { cardToken, enable3DS: false, authCaptureModePayment: false }
  const sent = await send(env, CHARGE, charge, bodyOf(env, charge, 'CARD', { fields, signed: [cardToken] }))
  if (!sent.isOk) return sent
  if (sent.nextAction) return { isOk: false, code: PASSWORD_WANTED, message: '' }
  if (sent.orderStatus?.toUpperCase() !== 'PAID')
    throw new ProviderUnreachable('the charge does not say whether it is paid')
  return { isOk: true, referenceNumber: sent.referenceNumber ?? null }
}
