import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '#db/client'
import { type ChallengePurpose, secondFactorChallenges } from '#db/schema/second-factors'
import { CHALLENGE_VALIDITY_MS } from '#domain/auth/second-factor'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { keyedHash, keyedHashes } from '../http/encryption.ts'

export type Challenge = typeof secondFactorChallenges.$inferSelect

/** The statements that store a challenge under the hash of its token, and delete the account's expired ones. */
export async function challengeStatements(
  env: Env,
  db: Db,
  { userId, purpose, token }: { userId: number; purpose: ChallengePurpose; token: string },
  now: Instant,
) {
  const tokenHash = await keyedHash(env, 'challenge', token)
  return [
    db
      .delete(secondFactorChallenges)
      .where(and(eq(secondFactorChallenges.userId, userId), lte(secondFactorChallenges.expiresAt, now))),
    db
      .insert(secondFactorChallenges)
      .values({ tokenHash, userId, purpose, createdAt: now, expiresAt: now + CHALLENGE_VALIDITY_MS }),
  ] as const
}

/** The unexpired challenge of a token and purpose; null otherwise. */
export async function findChallenge(
  env: Env,
  db: Db,
  { purpose, token }: { purpose: ChallengePurpose; token: string },
  now: Instant,
): Promise<Challenge | null> {
  const [found] = await db
    .select()
    .from(secondFactorChallenges)
    .where(
      and(
        inArray(secondFactorChallenges.tokenHash, await keyedHashes(env, 'challenge', token)),
        eq(secondFactorChallenges.purpose, purpose),
        gt(secondFactorChallenges.expiresAt, now),
      ),
    )
  return found ?? null
}

/** The statement that marks a challenge as used; it returns a row only to the first user. */
export const consumeChallenge = (db: Db, tokenHash: string) =>
  db
    .delete(secondFactorChallenges)
    .where(eq(secondFactorChallenges.tokenHash, tokenHash))
    .returning({ userId: secondFactorChallenges.userId })

/** Stores the challenge that a passkey has to sign for a sign-in; each call replaces it. */
export const setSignedChallenge = (db: Db, tokenHash: string, challenge: string) =>
  db.update(secondFactorChallenges).set({ challenge }).where(eq(secondFactorChallenges.tokenHash, tokenHash))
