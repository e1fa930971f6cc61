import { eq } from 'drizzle-orm'
import type { Body } from '#contract/call'
import type { beginConfirmation, removeTotp } from '#contract/second-factor'
import { users } from '#db/schema/users'
import { ownsSecondFactor } from '#db/second-factor'
import { DomainError } from '#domain/errors'
import { FRESH_SIGN_IN_MS } from '#domain/second-factor/second-factor'
import { assertCurrentPassword } from '../auth/store.ts'
import type { Actor, Session } from '../http/app-env.ts'
import type { Act } from '../http/bind.ts'
import { consumeChallenge, findChallenge, keepChallenge } from './challenges.ts'
import { type Assertion, assertionOptions, verifyPasskey } from './passkeys.ts'
import { acceptTotp, countGuess, type FactorAt, forgetGuesses } from './store.ts'

type Proof = Body<typeof removeTotp>
type ProvingAt = FactorAt & { actor: Actor; session: Session }

/** The challenge is used up when it is looked for, whether the signature is right or not. */
const takesChallenge =
  ({ env, db, now }: FactorAt, userId: number) =>
  async (token: string): Promise<boolean> => {
    const found = await findChallenge(env, db, { purpose: 'confirmation', token }, now)
    if (!found || found.userId !== userId) return false
    return (await consumeChallenge(db, found.tokenHash)).length > 0
  }

async function assertPasskey(at: ProvingAt, assertion: Assertion): Promise<void> {
  const { actor, env, db, now } = at
  const isExpected = takesChallenge(at, actor.id)
  await verifyPasskey(env, db, { userId: actor.id, assertion, isExpected }, now)
}

async function assertCode(at: ProvingAt, code: string): Promise<void> {
  const { actor, db, ip } = at
  await countGuess(at, actor.id)
  await acceptTotp(at, actor.id, code)
  const [own, distributed] = forgetGuesses(db, actor.id, ip)
  if (own && distributed) await db.batch([own, distributed])
}

/**
 * Checks what confirms a change of second factors: the current password, a code of the app, or a passkey
 * (docs/rules/staff.md 4.6). An account that has none of them must have signed in within ten minutes.
 * @throws DomainError `wrong-password`, `invalid-verification-code`, `invalid-passkey`, `too-many-requests`; `bad-request` when
 * nothing is given, `unauthenticated` for a sign-in that is too long ago.
 */
export async function assertProof(at: ProvingAt, { password, code, passkey }: Proof): Promise<void> {
  const { actor, session, db, now } = at
  if (passkey) return assertPasskey(at, passkey)
  if (code !== undefined) return assertCode(at, code)
  const [account] = await db.select().from(users).where(eq(users.id, actor.id))
  if (!account) throw new DomainError('unauthenticated')
  if (password !== undefined) {
    if (account.passwordHash === null) throw new DomainError('wrong-password')
    return assertCurrentPassword(at, account, password)
  }
  if (account.passwordHash !== null || (await ownsSecondFactor(db, actor.id)))
    throw new DomainError('bad-request', 'password, code or passkey is missing')
  if (now - session.signedInAt > FRESH_SIGN_IN_MS) throw new DomainError('unauthenticated', 'sign in again')
}

/** @throws DomainError `not-found` for an account without a passkey. */
export const confirmationOptions: Act<typeof beginConfirmation> = async ({ actor, env, db, now }) => {
  const options = await assertionOptions(env, db, actor.id)
  await keepChallenge(env, db, { userId: actor.id, purpose: 'confirmation', token: options.challenge }, now)
  return options
}
