import { eq } from 'drizzle-orm'
import type { confirmPassword as contract } from '#contract/verification'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { DISTRIBUTED_GUESS_THROTTLE } from '#domain/throttle'
import { ConfirmationPurpose } from '#domain/verification/codes'
import { endOfSessions, forgiveGuesses, hashNewPassword } from '../auth/store.ts'
import type { Act, At } from '../http/bind.ts'
import { forgive, takeTry } from '../http/slow-down.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { refuseDecoy } from './decoys.ts'
import { askedFrom } from './reset-requests.ts'
import { ownerOfCode, refuseUsedCode, useCode } from './store.ts'

const purpose = ConfirmationPurpose.ResetPassword

async function accountOf(db: Db, email: string): Promise<number[]> {
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return account ? [account.id] : []
}

/** Whose code was presented; for an address that nobody has there is no right one, which nothing tells. */
async function ownerOf({ body, db, now, ip }: At<typeof contract>): Promise<number> {
  const { email } = body
  const door = `reset ${email ?? ''} ${ip}`
  await takeTry(db, door, now)
  const candidates = email === undefined ? await askedFrom(db, ip, now) : await accountOf(db, email)
  for (const id of candidates) await takeTry(db, `reset of ${id}`, now, DISTRIBUTED_GUESS_THROTTLE)
  if (email !== undefined && candidates.length === 0) {
    await takeTry(db, `reset of ${email}`, now, DISTRIBUTED_GUESS_THROTTLE)
    return refuseDecoy(db, email, now)
  }
  const owner = await ownerOfCode(db, candidates, purpose, body.code, now)
  await db.batch([forgive(db, door), forgive(db, `reset of ${owner}`)])
  return owner
}

/**
 * POST /confirmation-code/password/confirm: the new password stands, every older session ends
 * (docs/rules/accounts.md 5.5).
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, `too-many-requests`.
 */
export const confirmPassword: Act<typeof contract> = async (at) => {
  const { body, db, env, now, ip, after } = at
  const owner = await ownerOf(at)
  const passwordHash = await hashNewPassword(body.password)
  const results = await db
    .batch([
      ...useCode(db, owner, purpose, body.code),
      db
        .update(users)
        .set({ passwordHash, sessionsValidFrom: endOfSessions(now), updatedAt: now })
        .where(eq(users.id, owner))
        .returning({ email: users.email }),
    ])
    .catch(refuseUsedCode)
  const [account] = results[2] as { email: string }[]
  if (!account) throw new DomainError('invalid-verification-code')
  after(closeRevokedSockets(env, db, owner, now))
  await forgiveGuesses(db, account.email, ip)
  return undefined
}
