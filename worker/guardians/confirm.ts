import type { confirmGuardian as contract } from '#contract/guardians'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import { DomainError, refuse } from '#domain/errors'
import { GUARDIAN_TEXT, whyNotGuardianPhone } from '#domain/students/guardians'
import { whyNotPaymentName } from '#domain/users/name'
import { checkCode, consumeCodeStatements, refuseUsedCode } from '../auth/verification-store.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { consentStatements, guardedOf, guardedStatements, guardianshipView, refuseAdult } from './store.ts'

const purpose = ConfirmationPurpose.GuardianConsent

/**
 * Records the guardian who has given the student the code that was sent to their phone, in place of another
 * (docs/rules/privacy.md 6.3, 6.4). Guesses are counted as for every code (docs/rules/accounts.md 5.6).
 * @throws DomainError `illegal` for a student who is no minor, `guardian-text-changed`, `guardian-phone-own`,
 * `api-invalid-user-name`, `invalid-verification-code`, also for a code that was sent to another number,
 * `expired-verification-code`, `too-many-requests`.
 */
export const confirm = reading(
  ({ caller, db }: ReadRequest<typeof contract>) => guardedStatements(db, caller.id),
  async (ctx: ActContext<typeof contract>, rows, readAgain) => {
    const { actor, body, db, now, ip } = ctx
    const { student } = guardedOf(rows)
    const { name, phone, code, textVersion } = body
    refuseAdult(student, now)
    if (textVersion !== GUARDIAN_TEXT) throw new DomainError('guardian-text-changed')
    refuse(whyNotPaymentName(name) ?? whyNotGuardianPhone(phone, student.phone))
    await checkCode(db, { userId: actor.id, purpose, code, ip, sentTo: phone }, now)
    await db
      .batch([
        livingSessionStatement(ctx),
        ...consumeCodeStatements(db, actor.id, purpose, code),
        ...consentStatements(db, { studentId: actor.id, name, phone, recordedBy: null }, now),
      ])
      .catch(refuseUsedCode)
    return guardianshipView(guardedOf(await readAgain()), now)
  },
)
