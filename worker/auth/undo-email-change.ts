import { eq, sql } from 'drizzle-orm'
import type { undoEmailChange as contract } from '#contract/verification'
import { previousEmails, users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isTutorSide } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { nextVersion } from '../http/versions.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import { endAccess } from './access-store.ts'
import { previousEmailHash } from './previous-email-store.ts'
import { hashNewPassword } from './store.ts'

const refuseUsed = (error: unknown): never => {
  const violation = violationIn(error)
  if (!violation) throw error
  const isUsed = 'code' in violation && violation.code === 'changed-meanwhile'
  throw new DomainError(isUsed ? 'invalid-verification-code' : 'user-exists')
}

/**
 * "This was not me": restores the address to which the link was mailed, sets a new password, and ends everything with which
 * an attacker may have gained access since (docs/rules/accounts.md 7.8, 9.4). The owner's second factors that are older
 * than the change stay, as do links of earlier changes, because earlier owners of the account take precedence.
 * @throws DomainError `invalid-verification-code` for an unknown or used token, `expired-verification-code`, `user-exists`
 * when another account has the address by now.
 */
export const undoEmailChange: Act<typeof contract> = async (ctx) => {
  const { body, db, env, now, after } = ctx
  const isPrevious = eq(previousEmails.tokenHash, await previousEmailHash(body.token))
  const [found] = await db
    .select({ previous: previousEmails, account: users })
    .from(previousEmails)
    .innerJoin(users, eq(users.id, previousEmails.userId))
    .where(isPrevious)
  if (!found) throw new DomainError('invalid-verification-code')
  const { previous, account } = found
  if (previous.expiresAt <= now) throw new DomainError('expired-verification-code')
  const { id, role, verifiedEmail } = account
  const ended = endAccess(ctx, ['email-undo'], { id, verifiedEmail, changedAt: previous.changedAt })
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
          passwordHash: await hashNewPassword(ctx, body.password, { ...account, email: previous.email }),
          updatedAt: nextVersion(users, now),
        })
        .where(eq(users.id, id)),
      ...ended.statements,
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
  after(Promise.all([triggerDelivery(env), ended.closeSockets()]))
  if (isTutor) after(notifyTutorUpdated(env, db, id, now))
  return undefined
}
