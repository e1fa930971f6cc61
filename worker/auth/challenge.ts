import type { ChallengeDetails } from '#contract/auth'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import type { Instant } from '#domain/cairo'
import {
  bitsOf,
  challengeEnd,
  type Derive,
  isProof,
  PROOF_ITERATIONS,
  PROOF_ROUNDS,
  readAnswer,
} from '#domain/sign-in/proof-of-work'
import type { Env } from '../env.ts'
import { keyedHash, randomToken } from '../http/encryption.ts'

/**
 * What a sign-in must carry once its account or network is being guessed (docs/decisions/004). This is the one place that knows
 * that it is a proof of work: a service such as Turnstile would replace the three functions here and `details.kind`.
 */

const KEY_BITS = 256
const text = new TextEncoder()

/** Answers of an account alone are accepted: an attacker cannot work for many with one. */
const signatureOf = (env: Env, address: string, payload: string): Promise<string> =>
  keyedHash(env, 'sign-in-challenge', `${payload} ${address}`)

/** A challenge for signing in to this address: random, its bits and its end, signed; nothing of it is stored. */
export async function issueChallenge(
  env: Env,
  address: string,
  level: number,
  now: Instant,
): Promise<ChallengeDetails> {
  const bits = bitsOf(level)
  const payload = [randomToken(), bits, challengeEnd(now)].join('.')
  const challenge = `${payload}.${await signatureOf(env, address, payload)}`
  return { kind: 'proof-of-work', challenge, bits, rounds: PROOF_ROUNDS, iterations: PROOF_ITERATIONS }
}

async function deriveFrom(challenge: string): Promise<Derive> {
  const key = await crypto.subtle.importKey('raw', text.encode(challenge), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', iterations: PROOF_ITERATIONS }
  return async (salt) =>
    new Uint8Array(await crypto.subtle.deriveBits({ ...algorithm, salt: text.encode(salt) }, key, KEY_BITS))
}

export type SolvedChallenge = { id: string; end: Instant }

/** The challenge that an answer solves; null for one that is wrong, run out, or of another address. */
export async function solvedChallenge(
  env: Env,
  address: string,
  answer: string,
  now: Instant,
): Promise<SolvedChallenge | null> {
  const read = readAnswer(answer)
  const [id, bits, end, signature, ...more] = read?.challenge.split('.') ?? []
  if (!read || !id || !bits || !end || !signature || more.length > 0) return null
  if (signature !== (await signatureOf(env, address, [id, bits, end].join('.'))) || Number(end) <= now) return null
  return (await isProof(await deriveFrom(read.challenge), Number(bits), read.numbers)) ? { id, end: Number(end) } : null
}

/** Uses a solved challenge up; false when another sign-in has done so. */
export async function redeemChallenge(db: Db, { id, end }: SolvedChallenge): Promise<boolean> {
  const used = await db
    .insert(throttles)
    .values({ key: `challenge ${id}`, count: 1, resetsAt: end })
    .onConflictDoNothing()
    .returning({ key: throttles.key })
  return used.length > 0
}
