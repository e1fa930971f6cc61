import type { deleteCard as deleteContract, listCards as listContract, cardUrl as urlContract } from '#contract/fawry'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Env } from '../env.ts'
import type { Actor } from '../http/app-env.ts'
import type { Act } from '../http/bind.ts'
import { cardPageUrl, forgetCard, savedCards } from '../outside/fawry/cards.ts'
import { awayAs, refusedBy } from './provider.ts'

function assertMine(actor: Actor, userId: number): void {
  if (userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
}

async function cardsOf(env: Env, userId: number) {
  const found = await savedCards(env, userId).catch((error) => awayAs('fawry', error))
  if (!found.isOk) throw refusedBy('fawry', found)
  return found.cards
}

/** GET /fawry/card-token/url: the gateway's page on which the caller adds a card (docs/rules/money.md 6.4). */
export const cardUrl: Act<typeof urlContract> = async ({ actor, env }) => ({ url: cardPageUrl(env, actor.id) })

/**
 * GET /fawry/card-token/list: the cards that the gateway keeps for somebody; we keep none.
 * @throws DomainError `forbidden`, `fawry-error`.
 */
export const listCards: Act<typeof listContract> = async ({ actor, query, env }) => {
  assertMine(actor, query.userId)
  return { cards: await cardsOf(env, query.userId) }
}

/**
 * DELETE /fawry/card-token: the gateway forgets a card.
 * @throws DomainError `forbidden`, `not-found` for a card that is not among theirs, `fawry-error`.
 */
export const deleteCard: Act<typeof deleteContract> = async ({ actor, body, env }) => {
  const { userId, cardToken } = body
  assertMine(actor, userId)
  const cards = await cardsOf(env, userId)
  if (!cards.some(({ token }) => token === cardToken)) throw new DomainError('not-found', 'cardToken: no such card')
  const answer = await forgetCard(env, userId, cardToken).catch((error) => awayAs('fawry', error))
  if (!answer.isOk) throw refusedBy('fawry', answer)
  return undefined
}
