import { eq } from 'drizzle-orm'
import type { confirmEmail as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isStudent, isTutorSide } from '#domain/roles'
import { ConfirmationPurpose } from '#domain/verification/codes'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'
import { nextVersion } from '../http/versions.ts'
import { endIdentitiesStatements } from '../identities/store.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { provenStudentStatements } from '../students/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { checkCode, consumeCodeStatements, refuseUsedCode } from './store.ts'

const purpose = ConfirmationPurpose.VerifyEmail

/**
 * Verifies the address (docs/rules/accounts.md 5.3). For a student it starts the free trial (docs/rules/minutes.md 5.1); a
 * tutor may become listed by it, so that the card is refreshed.
 * @throws DomainError `email-already-verified`, `invalid-verification-code`, `expired-verification-code`,
 * `too-many-requests`.
 */
export const confirmEmail: Act<typeof contract> = async (at) => {
  const { actor, body, db, env, now, ip, after } = at
  if (actor.verifiedEmail) throw new DomainError('email-already-verified')
  await checkCode(db, { userId: actor.id, purpose, code: body.code, ip }, now)
  await db
    .batch([
      ...consumeCodeStatements(db, actor.id, purpose, body.code),
      db
        .update(users)
        .set({ verifiedEmail: true, updatedAt: nextVersion(users, now) })
        .where(eq(users.id, actor.id)),
      ...endIdentitiesStatements(db, actor.id),
      ...(isStudent(actor.role) ? provenStudentStatements(db, actor.id, now) : []),
      ...(isTutorSide(actor.role) ? touchTutors(db, [actor.id]) : []),
      ...auditStatements(at, {
        act: 'verification.confirmEmail',
        kind: 'user',
        id: actor.id,
        after: { verifiedEmail: true },
      }),
    ])
    .catch(refuseUsedCode)
  if (isTutorSide(actor.role)) after(notifyTutorUpdated(env, db, actor.id, now))
  return undefined
}
