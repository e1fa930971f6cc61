import { and, eq, gte, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { undoEmailChange as contract } from '#contract/verification'
import type { Db } from '#db/client'
import { passkeys, recoveryCodes, totpSecrets } from '#db/schema/second-factors'
import { previousEmails, users } from '#db/schema/users'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isTutorSide } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { nextVersion } from '../http/versions.ts'
import { endCalendarAddress } from '../lessons/calendar-store.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import { endIdentitiesStatements } from './identity-store.ts'
import { previousEmailHash } from './previous-email-store.ts'
import { endOfSessions, hashNewPassword, onlyKnownNetworkStatements } from './store.ts'
import { deleteCodeStatement, deleteResetCode } from './verification-store.ts'

/** Removes factors added since the change, which an attacker may have added; the owner's older ones stay. */
const endFactorsSince = (db: Db, userId: number, at: Instant): BatchItem<'sqlite'>[] => [
  db.delete(totpSecrets).where(and(eq(totpSecrets.userId, userId), gte(totpSecrets.confirmedAt, at))),
  db.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, at))),
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.createdAt, at))),
]

const refuseUsed = (error: unknown): never => {
  const violation = violationIn(error)
  if (!violation) throw error
  const isUsed = 'code' in violation && violation.code === 'changed-meanwhile'
  throw new DomainError(isUsed ? 'invalid-verification-code' : 'user-exists')
}

/**
 * "This was not me": restores the address to which the link was mailed, sets a new password, and revokes everything with
 * which an attacker may have gained access since: sessions, third-party sign-ins, second factors newer than the change, the
 * calendar address, and the links of later changes (docs/rules/accounts.md 7.8). Links of earlier changes stay valid,
 * because earlier owners of the account take precedence.
 * @throws DomainError `invalid-verification-code` for an unknown or used token, `expired-verification-code`, `user-exists`
 * when another account has the address by now.
 */
export const undoEmailChange: Act<typeof contract> = async (ctx) => {
  const { body, db, env, now, ip, after } = ctx
  const isPrevious = eq(previousEmails.tokenHash, await previousEmailHash(body.token))
  const [found] = await db
    .select({ previous: previousEmails, account: users })
    .from(previousEmails)
    .innerJoin(users, eq(users.id, previousEmails.userId))
    .where(isPrevious)
  if (!found) throw new DomainError('invalid-verification-code')
  const { previous, account } = found
  if (previous.expiresAt <= now) throw new DomainError('expired-verification-code')
  const { id, role } = account
  const mail = { channel: 'email', to: account.email, template: 'account_changed' } as const
  const isTutor = isTutorSide(role)
  await db
    .batch([
      abortIf(db, 'previous-email-used', sql`NOT EXISTS (SELECT 1 FROM ${previousEmails} WHERE ${isPrevious})`),
      db
        .update(users)
        .set({
          email: previous.email,
          verifiedEmail: true,
          pendingEmail: null,
          passwordHash: await hashNewPassword(ctx, body.password),
          sessionsValidFrom: endOfSessions(now),
          updatedAt: nextVersion(users, now),
        })
        .where(eq(users.id, id)),
      ...endIdentitiesStatements(db, id),
      ...endFactorsSince(db, id, previous.changedAt),
      endCalendarAddress(db, id),
      deleteCodeStatement(db, id, ConfirmationPurpose.VerifyEmail),
      deleteResetCode(db, id),
      ...onlyKnownNetworkStatements(db, id, ip, now),
      db
        .delete(previousEmails)
        .where(and(eq(previousEmails.userId, id), gte(previousEmails.changedAt, previous.changedAt))),
      messageStatement(db, { ...mail, params: { change: 'email-put-back' } }, now),
      ...(isTutor ? touchTutors(db, [id]) : []),
      // Possession of the link proves the account's owner.
      ...auditStatements(
        { ...ctx, actor: { id, role } },
        {
          act: 'verification.undoEmailChange',
          kind: 'user',
          id,
          before: { email: account.email },
          after: { email: previous.email, password: 'changed' },
        },
      ),
    ])
    .catch(refuseUsed)
  after(Promise.all([triggerDelivery(env), closeRevokedSockets(env, db, id, now)]))
  if (isTutor) after(notifyTutorUpdated(env, db, id, now))
  return undefined
}
