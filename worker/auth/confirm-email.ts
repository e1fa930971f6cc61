import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { confirmEmail as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import { DomainError } from '#domain/errors'
import { isStudent, isTutorSide } from '#domain/roles'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { nextVersion } from '../http/versions.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { provenStudentStatements } from '../students/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { endAccess } from './access-store.ts'
import { previousEmailStatements } from './previous-email-store.ts'
import { checkCode, consumeCodeStatements, pendingEmailOf, refuseUsedCode } from './verification-store.ts'

const purpose = ConfirmationPurpose.VerifyEmail

type ConfirmContext = ActContext<typeof contract>

/** The statements that verify the account's own address. */
const verifiedStatements = async (ctx: ConfirmContext): Promise<BatchItem<'sqlite'>[]> => {
  const { actor, db, now } = ctx
  return [
    db
      .update(users)
      .set({ verifiedEmail: true, updatedAt: nextVersion(users, now) })
      .where(eq(users.id, actor.id)),
    ...endAccess(ctx, ['email-proof'], actor).statements,
    ...(isStudent(actor.role) ? await provenStudentStatements(ctx, actor.id, actor) : []),
    ...auditStatements(ctx, {
      act: 'verification.confirmEmail',
      kind: 'user',
      id: actor.id,
      after: { verifiedEmail: true },
    }),
  ]
}

/**
 * The statements that replace the account's address by the pending one, and end what belongs to the old one
 * (docs/rules/accounts.md 7.3, 9.4).
 */
async function replacedStatements(ctx: ConfirmContext, pending: string): Promise<BatchItem<'sqlite'>[]> {
  const { actor, env, db, now } = ctx
  const { id, role, email } = actor
  const isOther = sql`(SELECT ${users.pendingEmail} IS NOT ${pending} OR ${users.email} IS NOT ${email} FROM ${users} WHERE ${users.id} = ${id})`
  return [
    abortIf(db, 'pending-email-replaced', isOther),
    db
      .update(users)
      .set({ email: pending, verifiedEmail: true, pendingEmail: null, updatedAt: nextVersion(users, now) })
      .where(eq(users.id, id)),
    ...endAccess(ctx, ['email-change'], actor).statements,
    ...(await previousEmailStatements(env, db, { userId: id, from: email, to: pending }, now)),
    ...(isStudent(role) ? await provenStudentStatements(ctx, id, { email: pending }) : []),
    ...auditStatements(ctx, {
      act: 'verification.confirmEmail',
      kind: 'user',
      id,
      before: { email },
      after: { email: pending, verifiedEmail: true },
    }),
  ]
}

/** Another account may have taken the address while it was pending. */
const refuseTakenOrUsed = (error: unknown): never => {
  const violation = violationIn(error)
  const isTaken =
    violation !== null && ('key' in violation ? violation.key === 'users.email' : violation.code === 'user-exists')
  if (isTaken) throw new DomainError('user-exists')
  return refuseUsedCode(error)
}

/**
 * Verifies the account's address, or the pending one, which then replaces it (docs/rules/accounts.md 5.3). For a student
 * this starts the free trial (docs/rules/minutes.md 5.1); a tutor may become listed, so the card is refreshed.
 * @throws DomainError `email-already-verified`, `user-exists` when another account has the address by now,
 * `invalid-verification-code`, `expired-verification-code`, `too-many-requests`.
 */
export const confirmEmail = reading(
  ({ caller, db }: ReadRequest<typeof contract>) => [pendingEmailOf(db, caller.id)],
  async (ctx: ConfirmContext, [[account]]) => {
    const { actor, body, db, env, now, ip, after } = ctx
    const pending = account?.pending ?? null
    if (pending === null && actor.verifiedEmail) throw new DomainError('email-already-verified')
    await checkCode(db, { userId: actor.id, purpose, code: body.code, ip }, now)
    const isTutor = isTutorSide(actor.role)
    await db
      .batch([
        livingSessionStatement(ctx),
        ...consumeCodeStatements(db, actor.id, purpose, body.code),
        ...(await (pending === null ? verifiedStatements(ctx) : replacedStatements(ctx, pending))),
        ...(isTutor ? touchTutors(db, [actor.id]) : []),
      ])
      .catch(refuseTakenOrUsed)
    if (pending !== null) after(triggerDelivery(env))
    if (isTutor) after(notifyTutorUpdated(env, db, actor.id, now))
    return undefined
  },
)
