import { eq } from 'drizzle-orm'
import type {
  getCardRenewal,
  stopCardRenewal,
  switchOffCardRenewal,
  switchOffCardRenewalOf,
  switchOnCardRenewal,
} from '#contract/card-renewals'
import { batchAll } from '#db/batch'
import { cardRenewals } from '#db/schema/card-renewals'
import { DomainError, refuse } from '#domain/errors'
import { whyNotBuyer } from '#domain/payments/buyer'
import { isRenewalOpen, renewalTimes } from '#domain/subscriptions/card-renewal'
import { chargesSavedCards, paymentsPage } from '../env.ts'
import { type Act, type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { assertReason } from '../http/reason.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { readerOfToken } from '../messages/stop-token.ts'
import { toldStatement } from '../messages/told.ts'
import { cardsOf } from '../payments/card-store.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { refuseOtherStudents, studentOf, studentStatements } from '../students/store.ts'
import { auditedRenewal, cardHashOf, endRenewal, renewableOf, renewalStatements, renewalView } from './store.ts'

/** Whether a student's next period is charged to a saved card (docs/rules/minutes.md 11.8). */
export const read = reading(
  ({ params, db, now }: ReadRequest<typeof getCardRenewal>) => [
    ...studentStatements(db, params.id),
    ...renewalStatements(db, params.id, now),
  ],
  async ({ actor, params, env, now }, [accounts, profiles, ...found]) => {
    refuseOtherStudents(actor, params.id)
    studentOf([accounts, profiles])
    return renewalView(env, found, now)
  },
)

type Found = Parameters<typeof renewableOf>[0]

/** The plan that is renewed. @throws DomainError the codes of `switchOn`, but for the card's. */
function renewableNow(read: Found, now: number) {
  const found = renewableOf(read, now)
  if (!found) throw new DomainError('subscription-required')
  const { student, refusal, subscription } = found
  refuse(whyNotBuyer(student, undefined, now) ?? refusal)
  if (!isRenewalOpen(subscription.end, now)) throw new DomainError('illegal', 'it is less than a day before the charge')
  return found
}

/**
 * Switches renewal on by a card that Fawry keeps, or changes the card (docs/rules/minutes.md 11.1).
 * @throws DomainError `service-unavailable` where saved cards cannot be charged, `forbidden` without a proven e-mail,
 * `subscription-required` without a plan, `illegal` from a day before the charge, `not-found` for a card that is not saved,
 * `fawry-error`, and the codes of an order.
 */
export const switchOn = reading(
  ({ caller, db, now }: ReadRequest<typeof switchOnCardRenewal>) => renewalStatements(db, caller.id, now),
  async (ctx: ActContext<typeof switchOnCardRenewal>, first, readAgain) => {
    const { actor, body, db, env, now } = ctx
    if (!chargesSavedCards(env)) throw new DomainError('service-unavailable')
    if (!actor.verifiedEmail) throw new DomainError('forbidden')
    renewableNow(first, now)
    const card = (await cardsOf(env, actor.id)).find(({ token }) => token === body.cardToken)
    if (!card) throw new DomainError('not-found', 'cardToken: no such card')
    const cardHash = await cardHashOf(card.token)
    await decideAndWriteFrom(
      { first, readAgain },
      (found) => renewableNow(found, now),
      ({ subscription }) => {
        const row = {
          subscriptionId: subscription.id,
          cardHash,
          cardBrand: card.brand,
          cardDigits: card.lastFourDigits,
          announcedAt: null,
          announcedPlanId: null,
          announcedPeriod: null,
          announcedAmount: null,
          nextStepAt: renewalTimes(subscription.end).announcements[0],
          createdAt: now,
        }
        return db.batch([
          livingSessionStatement(ctx),
          db
            .insert(cardRenewals)
            .values({ userId: actor.id, ...row })
            .onConflictDoUpdate({ target: cardRenewals.userId, set: row }),
        ])
      },
      'subscription-required',
    )
    return renewalView(env, await readAgain(), now)
  },
)

/** Switches the caller's own renewal off; one that is off stays so. */
export const switchOff: Act<typeof switchOffCardRenewal> = async ({ actor, db }) => {
  await endRenewal(db, actor.id)
  return undefined
}

/**
 * Staff switch a student's renewal off; the student gets an e-mail (docs/rules/minutes.md 11.7).
 * @throws DomainError `not-found` where it is off, `bad-request` without a reason.
 */
export const switchOffOf: Act<typeof switchOffCardRenewalOf> = async (ctx) => {
  const { params, db, env, now, after } = ctx
  assertReason(ctx.reason)
  const [[found], told] = await db.batch([
    db.select().from(cardRenewals).where(eq(cardRenewals.userId, params.id)),
    toldStatement(db, [params.id]),
  ])
  if (!found) throw new DomainError('not-found')
  const mail = { why: 'by-staff', card: found.cardDigits, url: paymentsPage(env) } as const
  await db.batch([
    endRenewal(db, params.id),
    // A renewal needs a proven address (docs/rules/minutes.md 11.1), which may have changed since.
    ...told
      .filter((to) => to.verifiedEmail)
      .map(({ email: to }) =>
        messageStatement(db, { channel: 'email', to, template: 'renewal_ended', params: mail }, now),
      ),
    ...auditStatements(ctx, {
      act: 'cardRenewal.switchOffOf',
      kind: 'user',
      id: params.id,
      before: auditedRenewal(found),
      after: null,
    }),
  ])
  after(triggerDelivery(env))
  return undefined
}

/**
 * Switches off the renewal of whoever the link was sent to (docs/rules/minutes.md 11.2); where it is off it stays so.
 * @throws DomainError `invalid-verification-code` for a token that is not ours.
 */
export const stop: Act<typeof stopCardRenewal> = async ({ db, env, params }) => {
  await batchAll(db, [endRenewal(db, await readerOfToken(env, 'renewal-stop', params.token))])
  return undefined
}
