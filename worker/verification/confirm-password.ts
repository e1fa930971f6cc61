import { eq } from 'drizzle-orm'
import type { confirmPassword as contract } from '#contract/verification'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { DISTRIBUTED_GUESS_THROTTLE } from '#domain/throttle'
import { ConfirmationPurpose } from '#domain/verification/codes'
import { auditStatements } from '../audit/entry.ts'
import { endOfSessions, hashNewPassword, resetGuesses } from '../auth/store.ts'
import type { Act, At } from '../http/bind.ts'
import { consumeAttempt, resetAttempts } from '../http/throttle.ts'
import { nextVersion } from '../http/versions.ts'
import { endIdentitiesStatements } from '../identities/store.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { refuseDecoy } from './decoys.ts'
import { accountsRequestedFrom } from './reset-requests.ts'
import { consumeCodeStatements, ownerOfCode, refuseUsedCode } from './store.ts'

const purpose = ConfirmationPurpose.ResetPassword

async function accountOf(db: Db, email: string): Promise<number[]> {
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return account ? [account.id] : []
}

/**
 * The account whose code was presented. An address without an account is refused in the same words and after the same work,
 * so that nobody learns that there is none.
 */
async function ownerOf({ body, db, now, ip }: At<typeof contract>): Promise<number> {
  const { email } = body
  const attemptKey = `reset ${email ?? ''} ${ip}`
  await consumeAttempt(db, attemptKey, now)
  const candidates = email === undefined ? await accountsRequestedFrom(db, ip, now) : await accountOf(db, email)
  for (const id of candidates) await consumeAttempt(db, `reset of ${id}`, now, DISTRIBUTED_GUESS_THROTTLE)
  if (email !== undefined && candidates.length === 0) {
    await consumeAttempt(db, `reset of ${email}`, now, DISTRIBUTED_GUESS_THROTTLE)
    return refuseDecoy(db, email, now)
  }
  const owner = await ownerOfCode(db, candidates, purpose, body.code, now)
  await db.batch([resetAttempts(db, attemptKey), resetAttempts(db, `reset of ${owner}`)])
  return owner
}

/**
 * Sets a new password by a mailed code and ends every session (docs/rules/accounts.md 5.5).
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, `too-many-requests`.
 */
export const confirmPassword: Act<typeof contract> = async (at) => {
  const { body, db, env, now, ip, after } = at
  const owner = await ownerOf(at)
  const [found] = await db.select({ role: users.role }).from(users).where(eq(users.id, owner))
  if (!found) throw new DomainError('invalid-verification-code')
  const { role } = found
  const passwordHash = await hashNewPassword(body.password)
  const results = await db
    .batch([
      ...consumeCodeStatements(db, owner, purpose, body.code),
      db
        .update(users)
        .set({ passwordHash, sessionsValidFrom: endOfSessions(now), updatedAt: nextVersion(users, now) })
        .where(eq(users.id, owner))
        .returning({ email: users.email }),
      ...endIdentitiesStatements(db, owner),
      // Whoever has the code is the account's owner.
      ...auditStatements(
        { ...at, actor: { id: owner, role } },
        { act: 'verification.confirmPassword', kind: 'user', id: owner, after: { password: 'changed' } },
      ),
    ])
    .catch(refuseUsedCode)
  const [account] = results[2]
  if (!account) throw new DomainError('invalid-verification-code')
  after(closeRevokedSockets(env, db, owner, now))
  await resetGuesses(db, account.email, ip)
  return undefined
}
