import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Result } from '#contract/call'
import {
  type SecondFactorMethod,
  secondFactorDetails,
  secondFactorMethods,
  type signInBySecondFactor,
} from '#contract/second-factor'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { totpSecrets } from '#db/schema/second-factors'
import type { Account } from '#db/schema/users'
import { CHALLENGE_VALIDITY_MS, passkeySiteOf } from '#domain/auth/second-factor'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Role } from '#domain/roles'
import { DISTRIBUTED_GUESS_THROTTLE, SECOND_FACTOR_THROTTLE } from '#domain/throttle'
import type { Env } from '../env.ts'
import { encoder } from '../http/encode.ts'
import { decryptSecret, randomToken } from '../http/encryption.ts'
import { consumeAttempt, resetAttempts } from '../http/throttle.ts'
import { userView } from '../users/store.ts'
import { challengeStatements, consumeChallenge, findChallenge } from './factor-challenges.ts'
import { type Assertion, passkeysOf, verifyPasskey } from './passkeys.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { type SignInContext, startSession } from './session-store.ts'
import { stepOfCode } from './totp.ts'

export type FactorContext = { env: Env; db: Db; now: Instant; ip: string }

const attemptKeys = (userId: number, ip: string) => [`second-factor ${userId} ${ip}`, `second-factor of ${userId}`]

/**
 * Counts a typed code before it is compared. The password was already correct at this point: guesses are counted by account
 * and network, and by account alone against many networks (docs/rules/staff.md 4.7).
 * @throws DomainError `too-many-requests`.
 */
export async function countGuess({ db, now, ip }: FactorContext, userId: number): Promise<void> {
  const [own = '', distributed = ''] = attemptKeys(userId, ip)
  await consumeAttempt(db, own, now, SECOND_FACTOR_THROTTLE)
  await consumeAttempt(db, distributed, now, DISTRIBUTED_GUESS_THROTTLE)
}

/** The statements that reset the guess counters after a correct code. */
export const forgetGuesses = (db: Db, userId: number, ip: string) =>
  attemptKeys(userId, ip).map((key) => resetAttempts(db, key))

export const totpStatement = (db: Db, userId: number) =>
  db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))

export async function totpOf(db: Db, userId: number) {
  const [row] = await totpStatement(db, userId)
  return row ?? null
}

/**
 * Accepts a code of the confirmed authenticator app, and rejects codes of the same or an earlier time step afterwards.
 * @throws DomainError `invalid-verification-code`.
 */
export async function acceptTotp({ env, db, now }: FactorContext, userId: number, code: string): Promise<void> {
  const totp = await totpOf(db, userId)
  if (!totp || totp.confirmedAt === null) throw new DomainError('invalid-verification-code')
  const step = stepOfCode(await decryptSecret(env, userId, totp.secret), code, now)
  if (step === null || step <= totp.lastStep) throw new DomainError('invalid-verification-code')
  const accepted = await db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt), lt(totpSecrets.lastStep, step)))
    .returning({ userId: totpSecrets.userId })
  // A concurrent request was first with a code of this step.
  if (accepted.length === 0) throw new DomainError('invalid-verification-code')
}

/** The challenge is used up when it is looked up, whether or not the signature is valid. */
const takesChallenge =
  ({ env, db, now }: FactorContext, userId: number) =>
  async (token: string): Promise<boolean> => {
    const found = await findChallenge(env, db, { purpose: 'confirmation', token }, now)
    if (!found || found.userId !== userId) return false
    return (await consumeChallenge(db, found.tokenHash)).length > 0
  }

/** Accepts a passkey's signature over the challenge of `confirmationOptions`. @throws DomainError `invalid-passkey`. */
export const acceptConfirmation = (
  ctx: FactorContext,
  owner: { id: number; role: Role },
  assertion: Assertion,
): Promise<void> =>
  verifyPasskey(ctx.env, ctx.db, { owner, assertion, isExpected: takesChallenge(ctx, owner.id) }, ctx.now)

type SignedIn = Result<typeof signInBySecondFactor>

const encodeDetails = encoder(secondFactorDetails)

/** The answer of every sign-in: the account and the first token of a new session. */
export async function signedIn(
  ctx: SignInContext,
  account: Account,
  bySecondFactor: boolean,
  along: readonly Statement[] = [],
): Promise<SignedIn> {
  return { user: userView(account), token: await startSession(ctx, account, bySecondFactor, along) }
}

/** The second-step methods of this account. */
async function methodsOf(db: Db, userId: number): Promise<SecondFactorMethod[]> {
  const [totp, own, codes] = await Promise.all([
    totpOf(db, userId),
    passkeysOf(db, userId),
    recoveryCodesLeft(db, userId),
  ])
  const has = { code: Boolean(totp?.confirmedAt), passkey: own.length > 0, recoveryCode: codes > 0 }
  return secondFactorMethods.filter((method) => has[method])
}

/** An account whose first step succeeded, and the statements that its success still has to write. */
type FirstStep = { account: Account; ownsSecondFactor: boolean; statements: readonly Statement[] }

/**
 * Answers a correct password or provider sign-in: with account and token, or with a challenge for the second step
 * (docs/rules/staff.md 4.3).
 * @throws DomainError `second-factor-required`; its details contain the challenge, its expiry and the methods.
 */
export async function answerSignIn(
  ctx: SignInContext,
  { account, ownsSecondFactor, statements }: FirstStep,
): Promise<SignedIn> {
  const { env, db, now } = ctx
  if (!ownsSecondFactor) return signedIn(ctx, account, false, statements)
  const challenge = randomToken()
  const waiting = { userId: account.id, purpose: 'sign-in', token: challenge } as const
  await db.batch([...(await challengeStatements(env, db, waiting, now)), ...statements])
  const methods = await methodsOf(db, account.id)
  const passkeySite = passkeySiteOf(account.role)
  const details = { challenge, expiresAt: now + CHALLENGE_VALIDITY_MS, methods, passkeySite }
  throw new DomainError(
    'second-factor-required',
    'POST /auth/second-factor with details.challenge',
    encodeDetails(details),
  )
}
