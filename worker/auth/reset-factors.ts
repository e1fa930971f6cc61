import { eq, sql } from 'drizzle-orm'
import type { resetSecondFactor } from '#contract/second-factor'
import { users } from '#db/schema/users'
import { hasSecondFactor } from '#db/second-factor'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { assertReason } from '../http/reason.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { endAccess } from './access-store.ts'
import { passkeysOf } from './passkeys.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { totpOf } from './second-factor-store.ts'

const nothingLeft = () => new DomainError('not-found', 'The account has no second factor')

/**
 * Removes the second factors of a colleague who has lost them and ends their sessions; of two concurrent resets the second
 * finds nothing. Challenges are deleted too, so that a started enrolment cannot be finished afterwards (docs/rules/staff.md
 * 4.9).
 * @throws DomainError `bad-request` without a reason, `forbidden` for the actor's own account, `user-not-found`,
 * `not-found` for an account without a second factor.
 */
export const reset: Act<typeof resetSecondFactor> = async (ctx) => {
  const { actor, params, reason, db, env, now, after } = ctx
  assertReason(reason)
  if (params.id === actor.id) throw new DomainError('forbidden', 'Your own are yours to change')
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      verifiedEmail: users.verifiedEmail,
      validFrom: users.sessionsValidFrom,
      owns: hasSecondFactor,
    })
    .from(users)
    .where(eq(users.id, params.id))
  if (!account) throw new DomainError('user-not-found')
  if (account.owns !== 1) throw nothingLeft()
  const { id, email, validFrom } = account
  const ended = endAccess(ctx, ['factor-reset'], account)
  const [totp, own, codes] = await Promise.all([totpOf(db, id), passkeysOf(db, id), recoveryCodesLeft(db, id)])
  await db
    .batch([
      abortIf(
        db,
        'second-factor-gone',
        sql`NOT EXISTS (SELECT 1 FROM users WHERE users.id = ${id} AND ${hasSecondFactor})`,
      ),
      ...ended.statements,
      messageStatement(
        db,
        { channel: 'email', to: email, template: 'second_factor_changed', params: { change: 'reset-by-staff' } },
        now,
      ),
      ...auditStatements(ctx, {
        act: 'secondFactor.reset',
        kind: 'user',
        id,
        before: {
          authenticatorApp: Boolean(totp?.confirmedAt),
          passkeys: own.map(({ name }) => name),
          recoveryCodes: codes,
          sessionsValidFrom: validFrom,
        },
        after: { authenticatorApp: false, passkeys: [], recoveryCodes: 0, sessionsEndedAt: now },
      }),
    ])
    .catch((error: unknown) => {
      throw violationIn(error) ? nothingLeft() : error
    })
  after(triggerDelivery(env))
  after(ended.closeSockets())
  return undefined
}
