import type { sendEmailCode as contract } from '#contract/verification'
import { DomainError } from '#domain/errors'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { consumeAttempt } from '../http/throttle.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { countMessageTo } from '../messages/recipient-limit.ts'
import { emailCodeStatements, pendingEmailOf } from './verification-store.ts'

/**
 * Mails a code that verifies the account's address, or the pending one (docs/rules/accounts.md 5.3).
 * @throws DomainError `email-already-verified`, `too-many-requests`.
 */
export const sendEmailCode = reading(
  ({ caller, db }: ReadRequest<typeof contract>) => [pendingEmailOf(db, caller.id)],
  async ({ actor, env, db, now }: ActContext<typeof contract>, [[account]]) => {
    const pending = account?.pending ?? null
    if (pending === null && actor.verifiedEmail) throw new DomainError('email-already-verified')
    await consumeAttempt(db, `email code ${actor.id}`, now, CODE_REQUEST_THROTTLE)
    const email = pending ?? actor.email
    await countMessageTo(db, 'email', email, now)
    await db.batch(emailCodeStatements(db, { userId: actor.id, email }, now))
    await triggerDelivery(env)
    return undefined
  },
)
