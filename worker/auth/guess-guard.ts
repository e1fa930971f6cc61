import { and, eq, gt, inArray } from 'drizzle-orm'
import { signInNetworks } from '#db/schema/sign-in-networks'
import { throttles } from '#db/schema/throttles'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { ACCOUNT_GUESSES, challengeLevel, knownSince, NETWORK_GUESSES } from '#domain/sign-in/limits'
import { consumeAttempt, countUse, resetAttempts, uncountUse } from '../http/throttle.ts'
import { issueChallenge, redeemChallenge, type SolvedChallenge, solvedChallenge } from './challenge.ts'
import type { Account, At } from './store.ts'

/** Who wants to sign in, and from where (docs/decisions/004). */
export type Guess = { address: string; ip: string; challengeAnswer: string | undefined }

const keysOf = ({ address, ip }: Guess) => ({
  ofPair: attemptKey(address, ip),
  ofAccount: `password of ${address}`,
  ofNetwork: `passwords from ${ip}`,
})

/** Counted per account and network, so that guesses do not slow down the owner elsewhere. */
export const attemptKey = (address: string, ip: string): string => `password ${address} ${ip}`

/** What is known of an address before its password is compared. The reads are the same where nobody has it. */
export type GuardedAccount = {
  account: Account | null
  /** The owner has signed in from this network: it is never asked for a challenge. */
  isKnownNetwork: boolean
  level: number | null
}

/** Reads the account with the guesses that count against this one, in one batch. */
export async function readGuard({ db, now }: At, guess: Guess): Promise<GuardedAccount> {
  const { ofAccount, ofNetwork } = keysOf(guess)
  const isAddress = eq(users.email, guess.address)
  const [[account], counts, [known]] = await db.batch([
    db.select().from(users).where(isAddress),
    db
      .select({ key: throttles.key, count: throttles.count })
      .from(throttles)
      .where(and(inArray(throttles.key, [ofAccount, ofNetwork]), gt(throttles.resetsAt, now))),
    db
      .select({ userId: signInNetworks.userId })
      .from(signInNetworks)
      .where(
        and(
          inArray(signInNetworks.userId, db.select({ id: users.id }).from(users).where(isAddress)),
          eq(signInNetworks.network, guess.ip),
          gt(signInNetworks.lastUsedAt, knownSince(now)),
        ),
      ),
  ])
  const next = (key: string) => (counts.find((one) => one.key === key)?.count ?? 0) + 1
  const level = known ? null : challengeLevel({ ofAccount: next(ofAccount), ofNetwork: next(ofNetwork) })
  return { account: account ?? null, isKnownNetwork: known !== undefined, level }
}

const refuseWithChallenge = async ({ env, now }: At, { address }: Guess, level: number): Promise<never> => {
  const details = await issueChallenge(env, address, level, now)
  throw new DomainError('challenge-required', 'solve details.challenge and sign in at /auth/password', details)
}

async function assertSolved(at: At, guess: Guess, level: number): Promise<SolvedChallenge> {
  const { env, now } = at
  const answer = guess.challengeAnswer
  const solved = answer === undefined ? null : await solvedChallenge(env, guess.address, answer, now)
  return solved ?? refuseWithChallenge(at, guess, level)
}

/**
 * Counts a guess before it is compared: for the pair of account and network, for the account from all networks but its own, and
 * for the network over all accounts. Past the latter two it takes a solved challenge; a guess without one is not counted.
 * @throws DomainError `challenge-required`, `too-many-requests`.
 */
export async function countGuess(at: At, guess: Guess, { isKnownNetwork, level }: GuardedAccount): Promise<void> {
  const { db, now } = at
  const { ofPair, ofAccount, ofNetwork } = keysOf(guess)
  const solved = level === null ? null : await assertSolved(at, guess, level)
  await consumeAttempt(db, ofPair, now)
  if (solved && !(await redeemChallenge(db, solved))) return refuseWithChallenge(at, guess, level ?? 0)
  await countUse(db, ofNetwork, { windowMs: NETWORK_GUESSES.windowMs, cap: Number.MAX_SAFE_INTEGER }, now)
  if (isKnownNetwork) return
  // Guesses at the same moment have all read the same count: only those that are within it go on without a challenge.
  const cap = solved ? Number.MAX_SAFE_INTEGER : ACCOUNT_GUESSES.uses + 1
  const { count } = await countUse(db, ofAccount, { windowMs: ACCOUNT_GUESSES.windowMs, cap }, now)
  if (!solved && count > ACCOUNT_GUESSES.uses) await refuseWithChallenge(at, guess, 0)
}

/** The statements that take a guess back that was right. */
export function rightGuessStatements({ db }: At, guess: Guess, { isKnownNetwork }: GuardedAccount) {
  const { ofPair, ofAccount, ofNetwork } = keysOf(guess)
  const own = isKnownNetwork ? [] : [uncountUse(db, ofAccount)]
  return [resetAttempts(db, ofPair), uncountUse(db, ofNetwork), ...own] as const
}
