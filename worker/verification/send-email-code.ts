import type { sendEmailCode as contract } from '#contract/verification'
import { DomainError } from '#domain/errors'
import { ConfirmationPurpose } from '#domain/verification/codes'
import type { Act } from '../http/bind.ts'
import { spend } from '../http/limits.ts'
import { wakeDelivery } from '../messages/outbox.ts'
import { emailCodeStatements } from './store.ts'

/**
 * POST /confirmation-code/email/send (facts: accounts 7.4).
 * @throws DomainError `email-already-verified`, `too-many-requests`.
 */
export const sendEmailCode: Act<typeof contract> = async ({ actor, env, db, now }) => {
  if (actor.verifiedEmail) throw new DomainError('email-already-verified')
  await spend(env.CODES_LIMIT, `email ${actor.id}`)
  const [first, ...rest] = emailCodeStatements(
    db,
    { userId: actor.id, email: actor.email, purpose: ConfirmationPurpose.VerifyEmail },
    now,
  )
  if (first) await db.batch([first, ...rest])
  await wakeDelivery(env)
  return undefined
}
