import type { SavedCard } from '#contract/fawry'
import type { Env } from '../../env.ts'
import { webOrigins } from '../../env.ts'
import { ask } from '../ask.ts'
import { baseOf, isAccepted, type Refused, refusedWith, signatureOf } from './settings.ts'

const CARDS = '/ECommerceWeb/Fawry/cards/cardToken'

/**
 * The gateway's page on which a person enters a card; it leads back to the app's `/card-added`
 * (docs/rules/money.md 6.4).
 */
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
 * The cards that the gateway keeps under a person's number; we keep none.
 * @throws ProviderAway
 */
export async function savedCards(env: Env, userId: number): Promise<{ isOk: true; cards: SavedCard[] } | Refused> {
  const merchantCode = env.FAWRY_MERCHANT_CODE
  const query = new URLSearchParams({
    merchantCode,
    customerProfileId: String(userId),
    signature: signatureOf(env, [merchantCode, userId]),
  })
  const { status, body } = await ask(`${baseOf(env)}${CARDS}?${query}`, { method: 'GET' })
  if (!isAccepted(body)) return refusedWith(body, status)
  const cards = Array.isArray(body.cards) ? (body.cards as Record<string, unknown>[]) : []
  return { isOk: true, cards: cards.map(asCard) }
}

/**
 * Forgets a card. Its parameters travel in the query: the gateway does not read the body of a DELETE
 * (docs/rules/money.md 6.4).
 * @throws ProviderAway
 */
export async function forgetCard(env: Env, userId: number, cardToken: string): Promise<{ isOk: true } | Refused> {
  const merchantCode = env.FAWRY_MERCHANT_CODE
  const query = new URLSearchParams({
    merchantCode,
    customerProfileId: String(userId),
    cardToken,
    signature: signatureOf(env, [merchantCode, userId, cardToken]),
  })
  const { status, body } = await ask(`${baseOf(env)}${CARDS}?${query}`, { method: 'DELETE' })
  return isAccepted(body) ? { isOk: true } : refusedWith(body, status)
}
