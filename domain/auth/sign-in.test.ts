import { describe, expect, it } from 'vitest'
import {
  bitsOf,
  CHALLENGE_VALIDITY_MS,
  challengeEnd,
  type Derive,
  isProof,
  PROOF_ROUNDS,
  readAnswer,
  solveProof,
  writeAnswer,
} from './proof-of-work.ts'
import { challengeLevel, HIGHEST_LEVEL } from './sign-in-limits.ts'

describe('the level of a challenge', () => {
  const ofAccount = (guesses: number) => challengeLevel({ ofAccount: guesses, ofNetwork: 0 })
  const ofNetwork = (guesses: number) => challengeLevel({ ofAccount: 0, ofNetwork: guesses })

  it('is none for twenty guesses of an account and three hundred from a network', () => {
    expect([0, 1, 20].map(ofAccount)).toEqual([null, null, null])
    expect([0, 300].map(ofNetwork)).toEqual([null, null])
    expect([ofAccount(21), ofNetwork(301)]).toEqual([0, 0])
  })

  it('grows with the guesses up to the highest, and is the higher of the two', () => {
    expect([39, 40, 60, 80, 160, 10_000].map(ofAccount)).toEqual([0, 1, 2, 3, HIGHEST_LEVEL, HIGHEST_LEVEL])
    expect(ofNetwork(900)).toBe(2)
    expect(challengeLevel({ ofAccount: 21, ofNetwork: 900 })).toBe(2)
    expect(challengeLevel({ ofAccount: 21, ofNetwork: 1 })).toBe(0)
  })
})

describe('a proof of work', () => {
  const bits = 5
  /** A fast stand-in for PBKDF2: FNV-1a, mixed. */
  const deriveFrom =
    (challenge: string): Derive =>
    async (salt) => {
      let hash = 0x811c9dc5
      for (const character of `${challenge} ${salt}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
      hash ^= hash >>> 13
      return Uint8Array.of(hash >>> 24, hash >>> 16, hash >>> 8, hash)
    }
  const derive = deriveFrom('challenge')

  it('is found and accepted, and reports each round', async () => {
    const rounds: number[] = []
    const numbers = await solveProof(derive, bits, (found) => rounds.push(found))
    expect(rounds).toEqual(Array.from({ length: PROOF_ROUNDS }, (_, at) => at + 1))
    expect(await isProof(derive, bits, numbers)).toBe(true)
    expect(readAnswer(writeAnswer('token.of.challenge', numbers))).toEqual({ challenge: 'token.of.challenge', numbers })
  })

  it('is refused with a wrong number, with one too few or too many, or for another challenge', async () => {
    const numbers = await solveProof(derive, bits, () => undefined)
    const wrong = [
      [],
      numbers.slice(1),
      [...numbers, 0],
      numbers.with(3, (numbers[3] ?? 0) + 1),
      numbers.with(0, Number.NaN),
    ]
    for (const one of wrong) expect(await isProof(derive, bitsOf(0), one)).toBe(false)
    expect(await isProof(deriveFrom('other'), bits, numbers)).toBe(false)
  })

  it('is not accepted without both parts', () => {
    for (const text of ['', 'token', 'token~', '~1.2', 'a~b~c']) expect(readAnswer(text)).toBeNull()
  })
})

describe('a challenge', () => {
  it('is valid for ten minutes', () => {
    expect(challengeEnd(5)).toBe(600_005)
    expect(CHALLENGE_VALIDITY_MS).toBe(600_000)
  })

  it('asks for eight zero bits at the lowest level, and one more for each further one', () => {
    expect([0, 1, HIGHEST_LEVEL].map(bitsOf)).toEqual([8, 9, 14])
  })

  const zeros = Array<number>(PROOF_ROUNDS).fill(0)
  const always =
    (...bytes: number[]) =>
    async () =>
      Uint8Array.from(bytes)

  it('is solved by exactly as many zero bits at the beginning of the key as are asked for', async () => {
    for (const [bytes, bits] of [
      [[0x80], 0],
      [[0x01, 0xff], 7],
      [[0, 0x80], 8],
      [[0, 0x10], 11],
      [[0, 0], 16],
    ] as const) {
      expect(await isProof(always(...bytes), bits, zeros)).toBe(true)
      expect(await isProof(always(...bytes), bits + 1, zeros)).toBe(false)
    }
  })

  it('derives each round’s key from the round and the number', async () => {
    const salts: string[] = []
    const derive = async (salt: string) => {
      salts.push(salt)
      return Uint8Array.of(0)
    }
    await isProof(derive, 8, [5, 6, 7, 8, 9, 10, 11, 12])
    expect(salts).toEqual(['0.5', '1.6', '2.7', '3.8', '4.9', '5.10', '6.11', '7.12'])
  })

  it('takes whole numbers from zero only', async () => {
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53])
      for (const at of [0, PROOF_ROUNDS - 1]) expect(await isProof(always(0), 8, zeros.with(at, wrong))).toBe(false)
  })
})
