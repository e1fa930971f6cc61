import type { ChallengeDetails } from '#contract/auth'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import {
  bitsOf,
  challengeEnd,
  type Derive,
  isProof,
  PROOF_ITERATIONS,
  PROOF_ROUNDS,
  readAnswer,
} from '#domain/auth/proof-of-work'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { keyedHash, keyedHashes, randomToken } from '../http/encryption.ts'

/**
 * What a sign-in must include once its account or network is under a guessing attack (docs/decisions/004). Only this file
 * knows that it is a proof of work: a service such as Turnstile would replace these three functions and `details.kind`.
 */

const KEY_BITS = 256
const text = new TextEncoder()

/** Signed per account, so that an attacker cannot use one solution for many accounts. */
const signedText = (address: string, payload: string): string => `${payload} ${address}`

/** A signed challenge for signing in to this address, with its difficulty and expiry; the server stores nothing. */
export async function issueChallenge(
  env: Env,
  address: string,
  level: number,
  now: Instant,
): Promise<ChallengeDetails> {
  const bits = bitsOf(level)
  const payload = [randomToken(), bits, challengeEnd(now)].join('.')
  const challenge = `${payload}.${await keyedHash(env, 'sign-in-challenge', signedText(address, payload))}`
  return { kind: 'proof-of-work', challenge, bits, rounds: PROOF_ROUNDS, iterations: PROOF_ITERATIONS }
}

async function deriveFrom(challenge: string): Promise<Derive> {
  const key = await crypto.subtle.importKey('raw', text.encode(challenge), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', iterations: PROOF_ITERATIONS }
  return async (salt) =>
    new Uint8Array(await crypto.subtle.deriveBits({ ...algorithm, salt: text.encode(salt) }, key, KEY_BITS))
}

/** `bits`: the difficulty that was solved. */
export type SolvedChallenge = { id: string; end: Instant; bits: number }

/** The challenge that an answer solves; null if the answer is wrong, expired or for another address. */
export async function solvedChallenge(
  env: Env,
  address: string,
  answer: string,
  now: Instant,
): Promise<SolvedChallenge | null> {
  const read = readAnswer(answer)
  const [id, bits, end, signature, ...more] = read?.challenge.split('.') ?? []
  if (!read || !id || !bits || !end || !signature || more.length > 0) return null
  const signatures = await keyedHashes(env, 'sign-in-challenge', signedText(address, [id, bits, end].join('.')))
  if (!signatures.includes(signature) || Number(end) <= now) return null
  return (await isProof(await deriveFrom(read.challenge), Number(bits), read.numbers))
    ? { id, end: Number(end), bits: Number(bits) }
    : null
}

/** Whether an answer is worth a guess at this level: one to a challenge issued before the price rose is not. */
export const isWorth = ({ bits }: SolvedChallenge, level: number | null): boolean =>
  level === null || bits >= bitsOf(level)

/** Marks a solved challenge as used; false when another sign-in has already used it. */
export async function redeemChallenge(db: Db, { id, end }: SolvedChallenge): Promise<boolean> {
  const used = await db
    .insert(throttles)
    .values({ key: `challenge ${id}`, count: 1, resetsAt: end })
    .onConflictDoNothing()
    .returning({ key: throttles.key })
  return used.length > 0
}
