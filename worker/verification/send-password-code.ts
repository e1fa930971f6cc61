import { eq } from 'drizzle-orm'
import type { sendPasswordCode as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { ConfirmationPurpose } from '#domain/verification/codes'
import type { Act } from '../http/bind.ts'
import { consumeAttempt } from '../http/throttle.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { decoyStatement } from './decoys.ts'
import { recordRequestStatement } from './reset-requests.ts'
import { emailCodeStatements } from './store.ts'

/**
 * Mails a code for a new password (docs/rules/accounts.md 5.5). An unknown address gets the same answer after the same work,
 * so that nobody learns who has an account (docs/decisions/004).
 * @throws TooManyRequests for repeated requests from one address.
 */
export const sendPasswordCode: Act<typeof contract> = async ({ body, env, db, now, ip }) => {
  await consumeAttempt(db, `password code ${body.email} ${ip}`, now, CODE_REQUEST_THROTTLE)
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, body.email))
  if (account) {
    const owner = { userId: account.id, email: body.email, purpose: ConfirmationPurpose.ResetPassword }
    await db.batch([...emailCodeStatements(db, owner, now), recordRequestStatement(db, ip, account.id, now)])
  } else await decoyStatement(db, body.email, now)
  await triggerDelivery(env)
  return undefined
}
