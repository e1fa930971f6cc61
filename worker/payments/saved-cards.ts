import type { deleteCard as deleteContract, listCards as listContract, cardUrl as urlContract } from '#contract/fawry'
import { batchAll } from '#db/batch'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { cardHashOf, endRenewalOfCard } from '../card-renewals/store.ts'
import type { Actor } from '../http/app-env.ts'
import { type Act, type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { cardPageUrl, deleteSavedCard } from '../outside/fawry/cards.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { cardsOf } from './card-store.ts'
import { gatewayRefusalError, rethrowUnreachable } from './gateway.ts'
import { asSavedCard, paymobCardStatement, removeCardsStatement } from './paymob-cards.ts'

function assertOwnOrAdmin(actor: Actor, userId: number): void {
  if (userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
}

/** The gateway's page on which the caller adds a card (docs/rules/money.md 6.4). Card data never reaches this server. */
export const cardUrl: Act<typeof urlContract> = async ({ actor, env }) => ({ url: cardPageUrl(env, actor.id) })

/**
 * The cards that both gateways keep for a user (docs/rules/money.md 3.6).
 * @throws DomainError `forbidden`, `fawry-error`.
 */
export const listCards = reading(
  ({ query, db }: ReadRequest<typeof listContract>) => [paymobCardStatement(db, query.userId)],
  async ({ actor, query, env }, [ofPaymob]) => {
    assertOwnOrAdmin(actor, query.userId)
    return { cards: [...(await cardsOf(env, query.userId)), ...ofPaymob.map(asSavedCard)] }
  },
)

/** Paymob has no call that deletes a card: without its token here it is offered no more. */
async function removePaymobCard(ctx: ActContext<typeof deleteContract>): Promise<void> {
  const { body, db, now } = ctx
  const card = (await paymobCardStatement(db, body.userId)).find(({ id }) => String(id) === body.cardToken)
  if (!card) throw new DomainError('not-found', 'cardToken: no such card')
  const audits = auditStatements(ctx, { act: 'fawry.deleteCard', kind: 'user', id: body.userId })
  await batchAll(db, [removeCardsStatement(db, [card.id], now), ...audits])
}

/** @throws DomainError `forbidden`, `not-found` for a token that is not among the user's cards, `fawry-error`. */
export const deleteCard: Act<typeof deleteContract> = async (ctx) => {
  const { actor, body, db, env } = ctx
  const { userId, cardToken } = body
  assertOwnOrAdmin(actor, userId)
  if (body.gateway === 'paymob') {
    await removePaymobCard(ctx)
    return undefined
  }
  const cards = await cardsOf(env, userId)
  if (!cards.some(({ token }) => token === cardToken)) throw new DomainError('not-found', 'cardToken: no such card')
  const response = await deleteSavedCard(env, userId, cardToken).catch((error) => rethrowUnreachable('fawry', error))
  if (!response.isOk) throw gatewayRefusalError('fawry', response)
  // The audit entry does not contain the card's token, with which anybody who reads the log could charge the card.
  const audits = auditStatements(ctx, { act: 'fawry.deleteCard', kind: 'user', id: userId })
  await batchAll(db, [endRenewalOfCard(db, userId, await cardHashOf(cardToken)), ...audits])
  return undefined
}
