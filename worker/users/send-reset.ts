import { eq } from 'drizzle-orm'
import type { sendUserReset } from '#contract/users'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { assertMayActOn } from '#domain/users/editing'
import { resetCodeStatements } from '../auth/verification-store.ts'
import type { Act } from '../http/bind.ts'
import { consumeAttempt } from '../http/throttle.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { countMessageTo } from '../messages/recipient-limit.ts'
import { auditStatements } from '../staff/audit-store.ts'

/**
 * Mails a password reset code to the account's own address; staff never see it (docs/rules/staff.md 10.4).
 * @throws DomainError `user-not-found`, `forbidden` for an account that the actor may not act on; TooManyRequests for
 * repeated mails to one account.
 */
export const sendReset: Act<typeof sendUserReset> = async (ctx) => {
  const { actor, params, db, env, now } = ctx
  const [account] = await db
    .select({ id: users.id, role: users.role, email: users.email })
    .from(users)
    .where(eq(users.id, params.id))
  if (!account) throw new DomainError('user-not-found')
  assertMayActOn(actor, account)
  await consumeAttempt(db, `password code by staff ${account.id}`, now, CODE_REQUEST_THROTTLE)
  await countMessageTo(db, 'email', account.email, now)
  await db.batch([
    ...(await resetCodeStatements(env, db, eq(users.id, account.id), now)),
    ...auditStatements(ctx, { act: 'user.sendReset', kind: 'user', id: account.id, after: { email: account.email } }),
  ])
  await triggerDelivery(env)
  return undefined
}
