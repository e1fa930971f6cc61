import { eq } from 'drizzle-orm'
import type { confirmPassword as contract } from '#contract/verification'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { NETWORK_CODES } from '#domain/throttle'
import type { Act, ActContext } from '../http/bind.ts'
import { consumeAttempt, consumeFixedWindow, resetAttempts, uncountUse } from '../http/throttle.ts'
import { nextVersion } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { endAccess } from './access-store.ts'
import { hashNewPassword, resetGuesses } from './store.ts'
import { consumeResetCodeStatements, type FoundCode, findResetCode, refuseUsedCode } from './verification-store.ts'

/**
 * The account of the presented code. Guesses are counted before they are compared, per network over all accounts, because a
 * code is compared with those of all accounts.
 */
async function ownerOf({ body, env, db, now, ip }: ActContext<typeof contract>): Promise<FoundCode> {
  const ofNetwork = `reset codes from ${ip}`
  const ofAddress = `reset ${body.email ?? ''} ${ip}`
  await consumeAttempt(db, ofAddress, now)
  await consumeFixedWindow(db, ofNetwork, NETWORK_CODES, now)
  const found = await findResetCode(env, db, body, now)
  await db.batch([resetAttempts(db, ofAddress), uncountUse(db, ofNetwork)])
  return found
}

/**
 * Sets a new password by a mailed code, and ends what does not outlive that (docs/rules/accounts.md 5.5, 9.4). The network of this request becomes the only known network of the account: a flood of
 * guesses from elsewhere does not lock the owner out.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, `too-many-requests`.
 */
export const confirmPassword: Act<typeof contract> = async (ctx) => {
  const { body, db, now, ip, after } = ctx
  const found = await ownerOf(ctx)
  const { userId: owner } = found
  const [account] = await db
    .select({
      id: users.id,
      role: users.role,
      verifiedEmail: users.verifiedEmail,
      email: users.email,
      name: users.name,
      phone: users.phone,
    })
    .from(users)
    .where(eq(users.id, owner))
  if (!account) throw new DomainError('invalid-verification-code')
  const ended = endAccess(ctx, ['password-reset'], account)
  const passwordHash = await hashNewPassword(ctx, body.password, account)
  await db
    .batch([
      ...consumeResetCodeStatements(db, found),
      db
        .update(users)
        .set({ passwordHash, updatedAt: nextVersion(users, now) })
        .where(eq(users.id, owner)),
      ...ended.statements,
      // Possession of the code proves the account's owner.
      ...auditStatements(
        { ...ctx, actor: { id: owner, role: account.role } },
        { act: 'verification.confirmPassword', kind: 'user', id: owner, after: { password: 'changed' } },
      ),
    ])
    .catch(refuseUsedCode)
  after(ended.closeSockets())
  await resetGuesses(db, found.email, ip)
  return undefined
}
