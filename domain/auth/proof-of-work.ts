import { type Instant, minutes } from '../cairo.ts'

/**
 * A proof of work that slows down automated guessing: each round requires a number whose derived key begins with enough
 * zero bits. Keys are derived by PBKDF2, which browsers have built in, so that a phone has no disadvantage against a
 * program.
 */

export const PROOF_ROUNDS = 8
/** One derivation takes about a millisecond on a cheap phone; the server verifies one per round. */
export const PROOF_ITERATIONS = 1000
/** At level 0 a round takes 256 derivations on average: eight rounds take about two seconds on a cheap phone. */
const LOWEST_BITS = 8

/** Long enough for a slow phone at the highest level. */
export const CHALLENGE_VALIDITY_MS = minutes(10)
export const challengeEnd = (now: Instant): Instant => now + CHALLENGE_VALIDITY_MS

/** The zero bits that a round requires: each level doubles the work (docs/rules/accounts.md 5.8). */
export const bitsOf = (level: number): number => LOWEST_BITS + level

/** Derives the key of a salt: PBKDF2 with SHA-256 and `PROOF_ITERATIONS`, the challenge's text as the password. */
export type Derive = (salt: string) => Promise<Uint8Array>

function zeroBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first] ?? 0) - 24
}

const fits = async (derive: Derive, round: number, number: number, bits: number): Promise<boolean> =>
  zeroBits(await derive(`${round}.${number}`)) >= bits

/**
 * Searches for the numbers of all rounds. `onRound` is called with the count found so far; it may throw to stop the search.
 */
export async function solveProof(derive: Derive, bits: number, onRound: (found: number) => void): Promise<number[]> {
  const numbers: number[] = []
  for (let round = 0; round < PROOF_ROUNDS; round++) {
    let number = 0
    while (!(await fits(derive, round, number, bits))) number++
    numbers.push(number)
    onRound(round + 1)
  }
  return numbers
}

/** Whether these numbers solve all rounds. Stops at the first that does not. */
export async function isProof(derive: Derive, bits: number, numbers: readonly number[]): Promise<boolean> {
  if (numbers.length !== PROOF_ROUNDS || !numbers.every((number) => Number.isSafeInteger(number) && number >= 0))
    return false
  for (const [round, number] of numbers.entries()) if (!(await fits(derive, round, number, bits))) return false
  return true
}

/** Formats an answer for sending: the challenge, then the numbers. */
export const writeAnswer = (challenge: string, numbers: readonly number[]): string =>
  `${challenge}~${numbers.map((number) => number.toString(36)).join('.')}`

/** Parses the challenge and the numbers of an answer; null for invalid text. */
export function readAnswer(answer: string): { challenge: string; numbers: number[] } | null {
  const [challenge, written, ...more] = answer.split('~')
  if (!challenge || !written || more.length > 0) return null
  return { challenge, numbers: written.split('.').map((number) => Number.parseInt(number, 36)) }
}
