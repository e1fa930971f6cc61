import { eq } from 'drizzle-orm'
import type { sendPasswordCode as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { ConfirmationPurpose } from '#domain/verification/codes'
import type { Act } from '../http/bind.ts'
import { takeTry } from '../http/slow-down.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { decoyStatement } from './decoys.ts'
import { rememberStatement } from './reset-requests.ts'
import { emailCodeStatements } from './store.ts'

/**
 * POST /confirmation-code/password/send (docs/rules/accounts.md 5.5). Whether somebody has the address is not told: an
 * unknown one is answered alike and after like work (docs/decisions/004).
 * @throws DomainError `too-many-requests` for asking again and again from one place.
 */
export const sendPasswordCode: Act<typeof contract> = async ({ body, env, db, now, ip }) => {
  await takeTry(db, `password code ${body.email} ${ip}`, now, CODE_REQUEST_THROTTLE)
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, body.email))
  if (account) {
    const owner = { userId: account.id, email: body.email, purpose: ConfirmationPurpose.ResetPassword }
    await db.batch([...emailCodeStatements(db, owner, now), rememberStatement(db, ip, account.id, now)])
  } else await decoyStatement(db, body.email, now)
  await triggerDelivery(env)
  return undefined
}
