import * as z from 'zod/mini'
import type { Piastres } from '#domain/money'
import { PaymentMethod } from '#domain/payments/methods'
import { cutText } from '#domain/text'
import type { Env } from '../../env.ts'
import { paymentsPage } from '../../env.ts'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import { baseOf, secretKeyHeader } from './authorization.ts'

/** How long an intention can be paid, in seconds. */
export const INTENTION_SECONDS = 3600

const MAX_ITEM_NAME = 50

export type Intention = {
  reference: string
  customer: { name: string; email: string; phone: string }
  amount: Piastres
  description: string
  method: typeof PaymentMethod.Card | typeof PaymentMethod.EWallet
}

/** Our integration number at Paymob for a payment method. */
export const integrationOf = (env: Env, method: PaymentMethod): number =>
  Number(method === PaymentMethod.Card ? env.PAYMOB_CARD_INTEGRATION : env.PAYMOB_WALLET_INTEGRATION)

/** Paymob's page offers so many saved cards. */
export const MAX_CARD_TOKENS = 3

const bodyOf = (
  env: Env,
  { reference, customer, amount, description, method }: Intention,
  cardTokens: readonly string[],
) => {
  const [first = '', second = ''] = customer.name.trim().split(/\s+/)
  return {
    amount,
    currency: 'EGP',
    payment_methods: [integrationOf(env, method)],
    items: [{ name: cutText(description, MAX_ITEM_NAME), amount, description, quantity: 1 }],
    billing_data: {
      first_name: first,
      last_name: second,
      email: customer.email,
      phone_number: `+2${customer.phone}`,
    },
    special_reference: reference,
    expiration: INTENTION_SECONDS,
    notification_url: `${env.API_ORIGIN}/api/v1/paymob/on-checkout`,
    redirection_url: paymentsPage(env),
    ...(cardTokens.length > 0 ? { card_tokens: cardTokens } : {}),
  }
}

const orderNumber = z.union([z.int().check(z.positive()), z.string().check(z.regex(/^\d+$/))])
const created = z.object({
  client_secret: z.string().check(z.minLength(1)),
  intention_order_id: orderNumber,
  special_reference: z.nullish(z.union([z.string(), z.number()])),
})

/** Paymob refuses with these statuses; after any other error status it is unknown whether it executed the request. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500

/**
 * Creates a payment intention, on whose page the saved cards of these tokens are offered, and returns the address of that page, or
 * Paymob's refusal (docs/rules/money.md 7.2); `isOfCards` if it refuses the tokens. Paymob's amounts are in piastres.
 * @throws ProviderUnreachable
 */
export async function createIntention(
  env: Env,
  intention: Intention,
  cardTokens: readonly string[],
): Promise<
  | { isOk: true; checkoutUrl: string; orderId: string }
  | { isOk: false; code: string; message: string; isOfCards: boolean }
> {
  const { status, body } = await requestJson(`${baseOf(env)}/v1/intention/`, {
    method: 'POST',
    headers: secretKeyHeader(env),
    body: bodyOf(env, intention, cardTokens),
  })
  if (isRefusal(status)) {
    const message = String(body.detail ?? JSON.stringify(body))
    return { isOk: false, code: String(status), message, isOfCards: /card.?tokens?/i.test(message) }
  }
  const read = created.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`the intention (${status}) is not readable`)
  const { client_secret: clientSecret, intention_order_id: orderId, special_reference: reference } = read.data
  if (reference != null && String(reference) !== intention.reference)
    throw new ProviderUnreachable('the intention is that of another order')
  const query = new URLSearchParams({ publicKey: env.PAYMOB_PUBLIC_KEY, clientSecret })
  return { isOk: true, checkoutUrl: `${baseOf(env)}/unifiedcheckout/?${query}`, orderId: String(orderId) }
}
