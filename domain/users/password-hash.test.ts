import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ARGON2, asciiPassword, DUMMY_HASH, hashText, isOutdated, partsOf } from './password-hash.ts'

describe('the parameters of a password’s hash', () => {
  it('are no weaker than OWASP’s row, and leave room for the rest of a worker’s 128 MiB', () => {
    expect(ARGON2.memoryCost).toBeGreaterThanOrEqual(19 * 1024)
    expect(ARGON2.memoryCost).toBeLessThanOrEqual(32 * 1024)
    expect(ARGON2.timeCost).toBeGreaterThanOrEqual(2)
    expect(ARGON2.parallelism).toBe(1)
    expect(ARGON2.hashLength).toBeGreaterThanOrEqual(16)
  })

  it('are those of the hash for unknown addresses too, which takes as long as a real one', () => {
    expect(DUMMY_HASH).toBe(`$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`)
    expect(isOutdated(DUMMY_HASH)).toBe(false)
  })

  it('make every other hash an outdated one', () => {
    for (const stored of ['scrypt$16384$8$5$c2FsdA==$a2V5', '$argon2id$v=19$m=4096,t=2,p=1$AAAA$AAAA', ''])
      expect(isOutdated(stored)).toBe(true)
  })
})

describe('a stored hash', () => {
  it('is parsed as it was written, and is not outdated', () => {
    // Sixteen bytes and thirty-two, whose base64 ends with two and with one sign of padding.
    const base64 = (letters: number, padding: string) =>
      fc.stringMatching(new RegExp(`^[A-Za-z0-9+/]{${letters}}$`)).map((text) => text + padding)
    fc.assert(
      fc.property(base64(22, '=='), base64(43, '='), (salt, key) => {
        const stored = hashText(salt, key)
        expect(isOutdated(stored)).toBe(false)
        expect(partsOf(stored)).toEqual({ salt: salt.replaceAll('=', ''), key: key.replaceAll('=', '') })
        expect(stored).toHaveLength(DUMMY_HASH.length)
      }),
    )
  })
})

describe('a password in ASCII', () => {
  it('differs for different passwords, in any script', () => {
    const password = fc.string({ unit: 'grapheme', maxLength: 50 })
    fc.assert(
      fc.property(password, password, (one, other) => {
        expect(asciiPassword(one)).toMatch(/^[\x20-\x7e]*$/)
        expect(asciiPassword(one) === asciiPassword(other)).toBe(one === other)
      }),
      { numRuns: 300 },
    )
  })

  it('is also made of a lone surrogate', () => {
    expect(asciiPassword('a\ud83d')).toBe('a%EF%BF%BD')
  })
})
