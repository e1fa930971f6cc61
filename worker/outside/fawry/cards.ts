import type { SavedCard } from '#contract/fawry'
import type { Env } from '../../env.ts'
import { webOrigins } from '../../env.ts'
import { requestJson } from '../request-json.ts'
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

const asCard = (card: Record<string, unknown>): SavedCard => ({
  token: String(card.token),
  creationDate: Number(card.creationDate ?? 0),
  firstSixDigits: String(card.firstSixDigits ?? ''),
  lastFourDigits: String(card.lastFourDigits ?? ''),
  brand: String(card.brand ?? ''),
  isDefault: card.isDefault === true,
  cardHolderName: typeof card.cardHolderName === 'string' ? card.cardHolderName : null,
})

/**
 * The cards that the gateway stores for a user; we store none.
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
  const cards = Array.isArray(body.cards) ? (body.cards as Record<string, unknown>[]) : []
  return { isOk: true, cards: cards.map(asCard) }
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
