import { eq } from 'drizzle-orm'
import type { verifyPhone as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import { DomainError } from '#domain/errors'
import { isStudent, isTutorSide } from '#domain/roles'
import { NotificationMethod } from '#domain/users/profile'
import type { Act } from '../http/bind.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { nextVersion } from '../http/versions.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { provenStudentStatements } from '../students/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { checkCode, consumeCodeStatements, refuseUsedCode } from './verification-store.ts'

const purpose = ConfirmationPurpose.VerifyWhatsApp

/**
 * Verifies the number and enables its notifications (docs/rules/accounts.md 5.4). It may be the verification that a
 * student's free trial requires (docs/rules/minutes.md 5.3).
 * @throws DomainError `phone-already-verified`, `invalid-verification-code`, `expired-verification-code`,
 * `too-many-requests`.
 */
export const verifyPhone: Act<typeof contract> = async (ctx) => {
  const { actor, body, db, env, now, ip, after } = ctx
  if (actor.verifiedPhone) throw new DomainError('phone-already-verified')
  await checkCode(db, { userId: actor.id, purpose, code: body.code, ip }, now)
  const verified = { verifiedPhone: true, verifiedWhatsApp: true, notificationMethod: NotificationMethod.WhatsApp }
  await db
    .batch([
      livingSessionStatement(ctx),
      ...consumeCodeStatements(db, actor.id, purpose, body.code),
      db
        .update(users)
        .set({ ...verified, updatedAt: nextVersion(users, now) })
        .where(eq(users.id, actor.id)),
      ...(isStudent(actor.role) ? await provenStudentStatements(ctx, actor.id, actor) : []),
      ...(isTutorSide(actor.role) ? touchTutors(db, [actor.id]) : []),
      ...auditStatements(ctx, { act: 'verification.verifyPhone', kind: 'user', id: actor.id, after: verified }),
    ])
    .catch(refuseUsedCode)
  if (isTutorSide(actor.role)) after(notifyTutorUpdated(env, db, actor.id, now))
  return undefined
}
