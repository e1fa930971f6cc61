import { eq } from 'drizzle-orm'
import type { Body } from '#contract/call'
import type { secondFactorOptions, signInBySecondFactor } from '#contract/second-factor'
import { type Account, users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { type Challenge, consumeChallenge, findChallenge, setSignedChallenge } from './factor-challenges.ts'
import { assertionOptions, verifyPasskey } from './passkeys.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'
import { acceptTotp, countGuess, type FactorContext, forgetGuesses, signedIn } from './second-factor-store.ts'

type Given = Body<typeof signInBySecondFactor>

type Waiting = { challenge: Challenge; account: Account }

/**
 * The sign-in that waits for its second step. Ending the account's sessions ends it too.
 * @throws DomainError `unauthenticated` for a token that is unknown, used, expired or ended.
 */
async function waitingSignIn(
  { env, db, now }: Pick<FactorContext, 'env' | 'db' | 'now'>,
  token: string,
): Promise<Waiting> {
  const challenge = await findChallenge(env, db, { purpose: 'sign-in', token }, now)
  if (!challenge) throw new DomainError('unauthenticated')
  const [account] = await db.select().from(users).where(eq(users.id, challenge.userId))
  const issuedAt = Math.floor(challenge.createdAt / 1000)
  // Ending the sessions sets `sessionsValidFrom` one second ahead; a password entered in that second starts a new sign-in.
  const isEnded = !account || issuedAt + 1 < account.sessionsValidFrom
  if (isEnded) throw new DomainError('unauthenticated')
  return { challenge, account }
}

/** Accepts the given factor once. */
async function acceptFactor(ctx: FactorContext, { challenge, account }: Waiting, given: Given): Promise<void> {
  const { id } = account
  if (given.code !== undefined) {
    await countGuess(ctx, id)
    return acceptTotp(ctx, id, given.code)
  }
  if (given.recoveryCode !== undefined) {
    await countGuess(ctx, id)
    return acceptRecoveryCode(ctx.env, ctx.db, { userId: id, typed: given.recoveryCode }, ctx.now)
  }
  if (given.passkey === undefined) throw new DomainError('bad-request', 'code, passkey or recoveryCode is missing')
  const isExpected = (signed: string) => challenge.challenge !== null && signed === challenge.challenge
  return verifyPasskey(ctx.env, ctx.db, { owner: account, assertion: given.passkey, isExpected }, ctx.now)
}

/**
 * The second step: a code of the authenticator app, a passkey's signature, or a recovery code, each accepted once
 * (docs/rules/staff.md 4.3). The owner is notified by mail when a recovery code was used.
 * @throws DomainError `unauthenticated`, `invalid-verification-code`, `invalid-passkey`, `too-many-requests`.
 */
export const finishSignIn: Act<typeof signInBySecondFactor> = async ({ body, env, db, now, ip, headers, after }) => {
  const ctx = { env, db, now, ip, headers }
  const waiting = await waitingSignIn(ctx, body.challenge)
  const { account, challenge } = waiting
  const isRecovery = body.code === undefined && body.recoveryCode !== undefined
  // Before the challenge is used up: after a wrong code it must remain for the next attempt.
  await acceptFactor(ctx, waiting, body)
  const mail = { channel: 'email', to: account.email, template: 'second_factor_changed' } as const
  const [first] = await db.batch([
    consumeChallenge(db, challenge.tokenHash),
    ...forgetGuesses(db, account.id, ip),
    ...(isRecovery ? [messageStatement(db, { ...mail, params: { change: 'recovery-code-used' } }, now)] : []),
  ])
  if (first.length === 0) throw new DomainError('unauthenticated')
  if (isRecovery) after(triggerDelivery(env))
  return signedIn(ctx, account, true)
}

/** @throws DomainError `unauthenticated`, `not-found` for an account without a passkey. */
export const passkeyOptions: Act<typeof secondFactorOptions> = async ({ body, env, db, now }) => {
  const { challenge, account } = await waitingSignIn({ env, db, now }, body.challenge)
  const options = await assertionOptions(env, db, account)
  await setSignedChallenge(db, challenge.tokenHash, options.challenge)
  return options
}
