import * as z from 'zod/mini'
import type { SavedCard } from '#contract/fawry'
import type { Env } from '../../env.ts'
import { webOrigins } from '../../env.ts'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import { baseOf, type GatewayRefusal, isAccepted, refusalOf, signatureOf } from './settings.ts'

const CARDS = '/ECommerceWeb/Fawry/cards/cardToken'

/** The gateway's page on which a user adds a card; it returns to the app's `/card-added` (docs/rules/money.md 6.4). */
export function cardPageUrl(env: Env, userId: number): string {
  const query = new URLSearchParams({
    accNo: env.FAWRY_MERCHANT_CODE,
    customerProfileId: String(userId),
    returnUrl: `${webOrigins(env)[0]}/card-added`,
    locale: 'ar',
  })
  return `${baseOf(env)}/atfawry/plugin/card-token?${query}`
}

const text = z.nullish(z.union([z.string(), z.number()]))
const listed = z.object({
  cards: z.nullish(
    z.array(
      z.object({
        token: z.string().check(z.minLength(1)),
        creationDate: z.nullish(z.number()),
        firstSixDigits: text,
        lastFourDigits: text,
        brand: text,
        isDefault: z.nullish(z.boolean()),
        cardHolderName: z.nullish(z.string()),
      }),
    ),
  ),
})
type ListedCard = NonNullable<z.output<typeof listed>['cards']>[number]

/** Digits that the gateway sends as a JSON number, without their leading zeros. */
const digitsOf = (value: string | number | null | undefined, length: number): string =>
  value == null || value === '' ? '' : String(value).padStart(length, '0')

const asCard = (card: ListedCard): SavedCard => ({
  gateway: 'fawry',
  token: card.token,
  creationDate: card.creationDate ?? 0,
  firstSixDigits: digitsOf(card.firstSixDigits, 6),
  lastFourDigits: digitsOf(card.lastFourDigits, 4),
  brand: String(card.brand ?? ''),
  isDefault: card.isDefault ?? false,
  cardHolderName: card.cardHolderName ?? null,
})

/**
 * The cards that the gateway stores for a user; this server stores none of them.
 * @throws ProviderUnreachable
 */
export async function fetchSavedCards(
  env: Env,
  userId: number,
): Promise<{ isOk: true; cards: SavedCard[] } | GatewayRefusal> {
  const merchantCode = env.FAWRY_MERCHANT_CODE
  const query = new URLSearchParams({
    merchantCode,
    customerProfileId: String(userId),
    signature: signatureOf(env, [merchantCode, userId]),
  })
  const { status, body } = await requestJson(`${baseOf(env)}${CARDS}?${query}`, { method: 'GET' })
  if (!isAccepted(body)) return refusalOf(body, status)
  const read = listed.safeParse(body)
  if (!read.success) throw new ProviderUnreachable('the list of cards is not readable')
  return { isOk: true, cards: (read.data.cards ?? []).map(asCard) }
}

/**
 * Deletes a stored card. The parameters are in the query: the gateway ignores the body of a DELETE (docs/rules/money.md 6.4).
 * @throws ProviderUnreachable
 */
export async function deleteSavedCard(
  env: Env,
  userId: number,
  cardToken: string,
): Promise<{ isOk: true } | GatewayRefusal> {
  const merchantCode = env.FAWRY_MERCHANT_CODE
  const query = new URLSearchParams({
    merchantCode,
    customerProfileId: String(userId),
    cardToken,
    signature: signatureOf(env, [merchantCode, userId, cardToken]),
  })
  const { status, body } = await requestJson(`${baseOf(env)}${CARDS}?${query}`, { method: 'DELETE' })
  return isAccepted(body) ? { isOk: true } : refusalOf(body, status)
}
