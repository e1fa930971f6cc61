import { and, eq, isNull } from 'drizzle-orm'
import type { sendPhoneCode as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { DomainError, refuse } from '#domain/errors'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { whyNotEffectivePhone } from '#domain/users/phone'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { consumeAttempt } from '../http/throttle.ts'
import { nextVersion } from '../http/versions.ts'
import { triggerUrgentDelivery } from '../messages/outbox.ts'
import { countMessageTo } from '../messages/recipient-limit.ts'
import { phoneCodeStatements } from './verification-store.ts'

/**
 * Sends a code to the account's number; an account without one stores the number of the request
 * (docs/rules/accounts.md 5.4).
 * @throws DomainError `phone-already-verified`, `incorrect-phone`, `phone-required`, `invalid-phone`,
 * `too-many-requests`.
 */
export const sendPhoneCode = reading(
  ({ caller, db }: ReadRequest<typeof contract>) => [
    db.select({ phone: users.phone, verified: users.verifiedPhone }).from(users).where(eq(users.id, caller.id)),
  ],
  async (ctx: ActContext<typeof contract>, [[account]]) => {
    const { actor, body, env, db, now } = ctx
    if (account?.verified) throw new DomainError('phone-already-verified')
    const stored = account?.phone ?? null
    refuse(whyNotEffectivePhone(stored, body.phone))
    const phone = stored ?? body.phone
    if (phone === undefined) throw new DomainError('phone-required')
    await consumeAttempt(db, `phone code ${actor.id}`, now, CODE_REQUEST_THROTTLE)
    await countMessageTo(db, 'whatsapp', phone, now)
    await db.batch([
      livingSessionStatement(ctx),
      ...phoneCodeStatements(db, actor.id, phone, now),
      db
        .update(users)
        .set({ phone, updatedAt: nextVersion(users, now) })
        .where(and(eq(users.id, actor.id), isNull(users.phone))),
    ])
    await triggerUrgentDelivery(env)
    return undefined
  },
)
