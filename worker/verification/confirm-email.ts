import { eq } from 'drizzle-orm'
import type { confirmEmail as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isStudent } from '#domain/roles'
import { ConfirmationPurpose } from '#domain/verification/codes'
import type { Act } from '../http/bind.ts'
import { freeTrialStatements } from '../subscriptions/store.ts'
import { checkCode, useCode } from './store.ts'

/**
 * POST /confirmation-code/email/confirm (facts: accounts 7.4). A student's verified address opens the free trial
 * (design section 9).
 * @throws DomainError `email-already-verified`, `invalid-verification-code`, `expired-verification-code`.
 */
export const confirmEmail: Act<typeof contract> = async ({ actor, body, db, now }) => {
  if (actor.verifiedEmail) throw new DomainError('email-already-verified')
  await checkCode(db, actor.id, ConfirmationPurpose.VerifyEmail, body.code, now)
  await db.batch([
    db.update(users).set({ verifiedEmail: true, updatedAt: now }).where(eq(users.id, actor.id)),
    useCode(db, actor.id, ConfirmationPurpose.VerifyEmail),
    ...(isStudent(actor.role) ? freeTrialStatements(db, actor.id, now) : []),
  ])
  return undefined
}
