import type { Piastres } from '#domain/money'
import { PaymentMethod } from '#domain/payments/methods'
import type { Env } from '../../env.ts'
import { webOrigins } from '../../env.ts'
import { ask, ProviderAway } from '../ask.ts'

/** Where the provider is: its own address, unless the environment says another. */
export const baseOf = (env: Env): string => env.PAYMOB_BASE_URL ?? 'https://accept.paymob.com'

export const authorization = (env: Env) => ({ authorization: `Token ${env.PAYMOB_SECRET_KEY}` })

/** Seconds in which an intention can be paid. */
export const INTENTION_SECONDS = 3600

const MAX_ITEM_NAME = 50

export type Intention = {
  reference: string
  customer: { name: string; email: string; phone: string }
  amount: Piastres
  description: string
  method: typeof PaymentMethod.Card | typeof PaymentMethod.EWallet
}

/** The provider's number of this way to pay. */
export const integrationOf = (env: Env, method: PaymentMethod): number =>
  Number(method === PaymentMethod.Card ? env.PAYMOB_CARD_INTEGRATION : env.PAYMOB_WALLET_INTEGRATION)

const bodyOf = (env: Env, { reference, customer, amount, description, method }: Intention) => {
  const [first = '', second = ''] = customer.name.trim().split(/\s+/)
  return {
    amount,
    currency: 'EGP',
    payment_methods: [integrationOf(env, method)],
    items: [{ name: description.slice(0, MAX_ITEM_NAME), amount, description, quantity: 1 }],
    billing_data: {
      first_name: first,
      last_name: second,
      email: customer.email,
      phone_number: `+2${customer.phone}`,
    },
    special_reference: reference,
    expiration: INTENTION_SECONDS,
    notification_url: `${env.API_ORIGIN}/api/v1/paymob/on-checkout`,
    redirection_url: `${webOrigins(env)[0]}/payments`,
  }
}

/**
 * Announces a payment and answers the page on which it is made; null with the provider's words when it refuses
 * (docs/rules/money.md 7.2). The amount is piastres on this wire.
 * @throws ProviderAway
 */
export async function createIntention(
  env: Env,
  intention: Intention,
): Promise<{ isOk: true; checkoutUrl: string; orderId: string } | { isOk: false; code: string; words: string }> {
  const { status, body } = await ask(`${baseOf(env)}/v1/intention/`, {
    method: 'POST',
    headers: authorization(env),
    body: bodyOf(env, intention),
  })
  if (status >= 400) return { isOk: false, code: String(status), words: String(body.detail ?? JSON.stringify(body)) }
  const { client_secret: clientSecret, intention_order_id: orderId } = body
  if (typeof clientSecret !== 'string' || orderId === undefined)
    throw new ProviderAway('the intention has no client secret')
  const query = new URLSearchParams({ publicKey: env.PAYMOB_PUBLIC_KEY, clientSecret })
  return { isOk: true, checkoutUrl: `${baseOf(env)}/unifiedcheckout/?${query}`, orderId: String(orderId) }
}
