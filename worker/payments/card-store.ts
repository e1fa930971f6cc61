import type { Env } from '../env.ts'
import { fetchSavedCards } from '../outside/fawry/cards.ts'
import { gatewayRefusalError, rethrowUnreachable } from './gateway.ts'

/** The cards that Fawry keeps for a user. @throws DomainError `fawry-error`. */
export async function cardsOf(env: Env, userId: number) {
  const response = await fetchSavedCards(env, userId).catch((error) => rethrowUnreachable('fawry', error))
  if (!response.isOk) throw gatewayRefusalError('fawry', response)
  return response.cards
}
