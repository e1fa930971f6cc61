import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { signInNetworks } from '#db/schema/sign-in-networks'
import { type Account, users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { DISTRIBUTED_GUESS_THROTTLE } from '#domain/throttle'
import { normalEmail } from '#domain/users/email'
import { isOwnPassword } from '#domain/users/own-password'
import { MAX_PASSWORD, type PasswordFault } from '#domain/users/password'
import { DUMMY_HASH, isOutdated } from '#domain/users/password-hash'
import type { Session } from '../http/app-env.ts'
import { consumeRateLimit } from '../http/rate-limit.ts'
import { consumeAttempt, resetAttempts } from '../http/throttle.ts'
import { isCommonPassword } from './common-passwords.ts'
import {
  type AuthContext,
  attemptKey,
  type Guess,
  guardGuess,
  isKnownNetwork,
  rightGuessStatements,
} from './guess-guard.ts'
import { withHashSlot } from './hash-slots.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'

/** An account whose password was correct. */
export type Proven = {
  account: Account
  ownsSecondFactor: boolean
  /** What a correct password writes; the caller puts it into its first batch. */
  statements: [Statement, ...Statement[]]
}

/**
 * The account of an e-mail and password. An unknown address and a wrong password cost the same work and get the same
 * answer, so that nobody learns who has an account (docs/rules/accounts.md 3.1). A text longer than any password is not
 * hashed.
 * @throws DomainError `wrong-password`, `no-password`, `challenge-required`, `too-many-requests`, `service-unavailable`.
 */
export async function provePassword(
  ctx: AuthContext,
  email: string,
  password: string,
  challengeAnswer?: string,
): Promise<Proven> {
  const { env, ip, now } = ctx
  const guess = { address: normalEmail(email), ip, challengeAnswer }
  await consumeRateLimit(env.LOGIN_LIMIT, `${ip} ${guess.address}`)
  return withHashSlot(
    ip,
    now,
    () => compare(ctx, guess, password),
    () => isKnownNetwork(ctx, guess),
  )
}

async function compare(ctx: AuthContext, guess: Guess, password: string): Promise<Proven> {
  const { db, ip, now } = ctx
  const guard = await guardGuess(ctx, guess)
  const { account, ownsSecondFactor } = guard
  if (password.length > MAX_PASSWORD) throw new DomainError('wrong-password')
  const matches = await passwordMatches(password, account?.passwordHash ?? DUMMY_HASH, guard.isKnownNetwork)
  if (account && account.passwordHash === null) throw new DomainError('no-password')
  if (!account || !matches) throw new DomainError('wrong-password')
  const statements: Proven['statements'] = [
    knownNetworkStatement(db, account.id, ip, now),
    ...rightGuessStatements(ctx, guess, guard),
    ...(await rehashStatements(db, account, password)),
  ]
  return { account, ownsSecondFactor, statements }
}

/** As `provePassword`, for callers that write nothing else. */
export async function checkPassword(
  ctx: AuthContext,
  email: string,
  password: string,
  challengeAnswer?: string,
): Promise<Account> {
  const { account, statements } = await provePassword(ctx, email, password, challengeAnswer)
  await ctx.db.batch(statements)
  return account
}

/**
 * The statements that replace a hash with outdated parameters, which is possible only while the password is known. The
 * account's version stays, by which a trigger tells it from a new password.
 */
async function rehashStatements(db: Db, account: Account, password: string): Promise<Statement[]> {
  if (!account.passwordHash || !isOutdated(account.passwordHash)) return []
  return [
    db
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash))),
  ]
}

/**
 * Checks the current password, which is null for an account without one; changing the password requires it. The caller
 * already holds a token, so guesses are also counted per account over all networks; that does not prevent the owner from
 * signing in.
 * @throws DomainError `wrong-password`, `too-many-requests`.
 */
export async function assertCurrentPassword(
  { db, now, ip }: Pick<AuthContext, 'db' | 'now' | 'ip'>,
  account: Account,
  current: string | null,
): Promise<void> {
  const { email, passwordHash } = account
  if (passwordHash === null && current === null) return
  const key = attemptKey(email, ip)
  const ofAccount = `current password of ${account.id}`
  await consumeAttempt(db, key, now)
  await consumeAttempt(db, ofAccount, now, DISTRIBUTED_GUESS_THROTTLE)
  if (current === null || passwordHash === null || !(await passwordMatches(current, passwordHash)))
    throw new DomainError('wrong-password')
  await db.batch([resetAttempts(db, key), resetAttempts(db, ofAccount), knownNetworkStatement(db, account.id, ip, now)])
}

/**
 * For `users.sessions_valid_from`, in seconds: invalidates every token issued until now, including those of the current
 * second and of another sign-out in it.
 */
export const endOfSessions = (now: Instant): SQL<number> =>
  sql<number>`MAX(${users.sessionsValidFrom}, ${Math.floor(now / 1000)}) + 1`

/** What `endOfSessions` stores in a batch that begins with `livingSessionStatement`, of a request without a session; in seconds. */
export const validFromAfter = ({ validFrom }: Pick<Session, 'validFrom'>, now: Instant): number =>
  Math.max(validFrom, Math.floor(now / 1000)) + 1

/** The statement that stores a network as one from which the account's owner signs in. */
const knownNetworkStatement = (db: Db, userId: number, network: string, now: Instant) =>
  db
    .insert(signInNetworks)
    .values({ userId, network, lastUsedAt: now })
    .onConflictDoUpdate({ target: [signInNetworks.userId, signInNetworks.network], set: { lastUsedAt: now } })

/**
 * The statements that keep this network and delete all others: whoever knew the old password may have signed in from them.
 */
export const onlyKnownNetworkStatements = (db: Db, userId: number, network: string, now: Instant) =>
  [
    db.delete(signInNetworks).where(eq(signInNetworks.userId, userId)),
    knownNetworkStatement(db, userId, network, now),
  ] as const

/** The statement that resets the guess counter of a person who has just proved that they own the address. */
export const resetGuesses = (db: Db, address: string, ip: string) => resetAttempts(db, attemptKey(address, ip))

/**
 * The value of `users.password_hash` for a new password of this account. It waits for a slot with the sign-ins, which
 * registrations would otherwise starve.
 * @throws DomainError `invalid-password`, whose details say why, for one of the most common passwords and for one made of
 * the owner's name, address or phone (docs/rules/accounts.md 4.1); ServiceBusy while too many wait.
 */
export async function hashNewPassword(
  { ip, now }: Pick<AuthContext, 'ip' | 'now'>,
  password: string,
  owner: Parameters<typeof isOwnPassword>[1],
): Promise<string> {
  const refuseAs = (why: PasswordFault): never => {
    throw new DomainError('invalid-password', `password: ${why}`, { why })
  }
  if (isOwnPassword(password, owner)) refuseAs('own')
  if (await isCommonPassword(password)) refuseAs('common')
  return withHashSlot(ip, now, () => hashPassword(password))
}
