import { and, eq, exists, gt, gte, inArray, notExists, or, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { signInNetworks } from '#db/schema/sign-in-networks'
import { throttles } from '#db/schema/throttles'
import { type Account, users } from '#db/schema/users'
import { hasSecondFactor } from '#db/second-factor'
import { ACCOUNT_GUESSES, challengeLevel, knownSince, NETWORK_GUESSES } from '#domain/auth/sign-in-limits'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { GUESS_THROTTLE } from '#domain/throttle'
import type { Env } from '../env.ts'
import { consumeAttempt, countUse, resetAttempts, uncountUse } from '../http/throttle.ts'
import { issueChallenge, isWorth, redeemChallenge, type SolvedChallenge, solvedChallenge } from './challenge.ts'

/** What signing in needs of its request. */
export type AuthContext = { env: Env; db: Db; now: Instant; ip: string }

/** A sign-in attempt: the address and the network that it comes from (docs/decisions/004). */
export type Guess = { address: string; ip: string; challengeAnswer: string | undefined }

const keysOf = ({ address, ip }: Guess) => ({
  ofPair: attemptKey(address, ip),
  ofAccount: `password of ${address}`,
  ofNetwork: `passwords from ${ip}`,
})

/** Counted per account and network, so that guesses do not slow down the owner elsewhere. */
export const attemptKey = (address: string, ip: string): string => `password ${address} ${ip}`

/**
 * What is read about an address before its password is compared. The reads are the same when no account has the address.
 */
export type GuardedAccount = {
  account: Account | null
  ownsSecondFactor: boolean
  /** The owner has signed in from this network before, which is never asked for a challenge. */
  isKnownNetwork: boolean
}

const accountStatement = ({ db }: AuthContext, { address }: Guess) =>
  db.select({ account: users, factor: hasSecondFactor }).from(users).where(eq(users.email, address))

const knownNetworkOf = ({ db, now }: AuthContext, { address, ip }: Guess) =>
  db
    .select({ userId: signInNetworks.userId })
    .from(signInNetworks)
    .where(
      and(
        inArray(signInNetworks.userId, db.select({ id: users.id }).from(users).where(eq(users.email, address))),
        eq(signInNetworks.network, ip),
        gt(signInNetworks.lastUsedAt, knownSince(now)),
      ),
    )

/** Whether the owner of the address has signed in from this network before; read where others wait for a hash. */
export const isKnownNetwork = async (ctx: AuthContext, guess: Guess): Promise<boolean> =>
  (await knownNetworkOf(ctx, guess)).length > 0

/** Selects a row if a key's count is at least this large. */
const countedBeyond = ({ db, now }: AuthContext, key: string, count: number) =>
  db
    .select({ key: throttles.key })
    .from(throttles)
    .where(and(eq(throttles.key, key), gt(throttles.resetsAt, now), gte(throttles.count, count)))

/**
 * The statement that counts a guess under its three keys and returns a row for each, unless a delay of the account-network
 * pair or a challenge applies. One statement decides and counts, so it is exact under any concurrency.
 */
function freeGuessStatement(ctx: AuthContext, guess: Guess) {
  const { db, now } = ctx
  const { ofPair, ofAccount, ofNetwork } = keysOf(guess)
  const isKnown = exists(knownNetworkOf(ctx, guess))
  const counted = sql`(SELECT ${ofPair} AS key, ${GUESS_THROTTLE.resetAfterMs} AS lasts, 0 AS is_fixed
    UNION ALL SELECT ${ofNetwork}, ${NETWORK_GUESSES.windowMs}, 1
    UNION ALL SELECT ${ofAccount}, ${ACCOUNT_GUESSES.windowMs}, 1 WHERE NOT ${isKnown})`
  const isFree = and(
    notExists(countedBeyond(ctx, ofPair, GUESS_THROTTLE.freeAttempts)),
    or(
      isKnown,
      and(
        notExists(countedBeyond(ctx, ofAccount, ACCOUNT_GUESSES.uses)),
        notExists(countedBeyond(ctx, ofNetwork, NETWORK_GUESSES.uses)),
      ),
    ),
  )
  return db
    .insert(throttles)
    .select(
      sql`SELECT one.key, CASE WHEN t.resets_at > ${now} THEN t.count + 1 ELSE 1 END,
        CASE WHEN one.is_fixed AND t.resets_at > ${now} THEN t.resets_at ELSE ${now} + one.lasts END
        FROM ${counted} AS one LEFT JOIN throttles t ON t.key = one.key WHERE ${isFree}`,
    )
    .onConflictDoUpdate({
      target: throttles.key,
      set: { count: sql`excluded.count`, resetsAt: sql`excluded.resets_at` },
    })
    .returning({ key: throttles.key })
}

/**
 * Reads the account and counts the guess before the password is compared, in one batch: per account and network, per
 * account over all unknown networks, and per network over all accounts.
 * @throws DomainError `challenge-required`, `too-many-requests`.
 */
export async function guardGuess(ctx: AuthContext, guess: Guess): Promise<GuardedAccount> {
  const [[found], [known], counted] = await ctx.db.batch([
    accountStatement(ctx, guess),
    knownNetworkOf(ctx, guess),
    freeGuessStatement(ctx, guess),
  ])
  const isKnownNetwork = known !== undefined
  if (counted.length === 0) await countRestrictedGuess(ctx, guess, isKnownNetwork)
  return { account: found?.account ?? null, ownsSecondFactor: found?.factor === 1, isKnownNetwork }
}

/** The difficulty level of the challenge that a guess must solve; null for none. */
async function levelOf({ db, now }: AuthContext, guess: Guess): Promise<number | null> {
  const { ofAccount, ofNetwork } = keysOf(guess)
  const counts = await db
    .select({ key: throttles.key, count: throttles.count })
    .from(throttles)
    .where(and(inArray(throttles.key, [ofAccount, ofNetwork]), gt(throttles.resetsAt, now)))
  const next = (key: string) => (counts.find((one) => one.key === key)?.count ?? 0) + 1
  return challengeLevel({ ofAccount: next(ofAccount), ofNetwork: next(ofNetwork) })
}

const refuseWithChallenge = async ({ env, now }: AuthContext, { address }: Guess, level: number): Promise<never> => {
  const details = await issueChallenge(env, address, level, now)
  throw new DomainError('challenge-required', 'solve details.challenge and sign in at /auth/password', details)
}

async function assertSolved(ctx: AuthContext, guess: Guess, level: number): Promise<SolvedChallenge> {
  const { env, now } = ctx
  const answer = guess.challengeAnswer
  const solved = answer === undefined ? null : await solvedChallenge(env, guess.address, answer, now)
  return solved && isWorth(solved, level) ? solved : refuseWithChallenge(ctx, guess, level)
}

/**
 * Counts a guess to which a delay or a challenge applies. Beyond the free guesses of the account or the network a challenge
 * that was solved at the present level is required; a guess without one is not counted (docs/rules/accounts.md 5.8).
 * @throws DomainError `challenge-required`, `too-many-requests`.
 */
async function countRestrictedGuess(ctx: AuthContext, guess: Guess, isKnownNetwork: boolean): Promise<void> {
  const { db, now } = ctx
  const { ofPair, ofAccount, ofNetwork } = keysOf(guess)
  const level = isKnownNetwork ? null : await levelOf(ctx, guess)
  const solved = level === null ? null : await assertSolved(ctx, guess, level)
  await consumeAttempt(db, ofPair, now)
  if (solved && !(await redeemChallenge(db, solved))) return refuseWithChallenge(ctx, guess, level ?? 0)
  const uncapped = Number.MAX_SAFE_INTEGER
  const network = await countUse(db, ofNetwork, { windowMs: NETWORK_GUESSES.windowMs, cap: uncapped }, now)
  if (isKnownNetwork) return
  // Concurrent guesses have all read the same count; the cap lets only those within the limit proceed without a challenge.
  const cap = solved ? uncapped : ACCOUNT_GUESSES.uses + 1
  const { count } = await countUse(db, ofAccount, { windowMs: ACCOUNT_GUESSES.windowMs, cap }, now)
  if (!solved && count > ACCOUNT_GUESSES.uses) await refuseWithChallenge(ctx, guess, 0)
  // Concurrent answers have all been priced by the same count; the price of each is that of its own turn.
  const turn = challengeLevel({ ofAccount: count, ofNetwork: network.count })
  if (solved && !isWorth(solved, turn)) await refuseWithChallenge(ctx, guess, turn ?? 0)
}

/** The statements that take back the counts of a correct guess. */
export function rightGuessStatements(
  { db }: AuthContext,
  guess: Guess,
  { isKnownNetwork }: GuardedAccount,
): Statement[] {
  const { ofPair, ofAccount, ofNetwork } = keysOf(guess)
  const own = isKnownNetwork ? [] : [uncountUse(db, ofAccount)]
  return [resetAttempts(db, ofPair), uncountUse(db, ofNetwork), ...own]
}
