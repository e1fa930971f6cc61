import { sql } from 'drizzle-orm'
import type { sendPasswordCode as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { mailboxOf } from '#domain/users/mailbox'
import type { Act } from '../http/bind.ts'
import { consumeAttempt } from '../http/throttle.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { countMessageTo } from '../messages/recipient-limit.ts'
import { resetCodeStatements } from './verification-store.ts'

/**
 * Mails a password reset code (docs/rules/accounts.md 5.5). An unknown or unverified address gets the same answer after the
 * same work, so that nobody learns who has an account (docs/decisions/004).
 * @throws TooManyRequests for repeated requests from one network, or for one address from any network.
 */
export const sendPasswordCode: Act<typeof contract> = async ({ body, env, db, now, ip }) => {
  const { email } = body
  await consumeAttempt(db, `password code ${mailboxOf(email)} ${ip}`, now, CODE_REQUEST_THROTTLE)
  await countMessageTo(db, 'email', email, now)
  const isProven = sql`${users.email} = ${email} AND ${users.verifiedEmail}`
  await db.batch(await resetCodeStatements(env, db, isProven, now))
  await triggerDelivery(env)
  return undefined
}
