import { createHmac, timingSafeEqual } from 'node:crypto'

/** Compares in a time that does not say how many bytes are equal, which would help to guess the others. */
export const isSameBytes = (expected: Uint8Array, given: Uint8Array): boolean =>
  expected.length === given.length && timingSafeEqual(expected, given)

/**
 * Whether `given` is the HMAC of a text under a key. Signatures in hexadecimal are to be matched by a pattern first:
 * `Buffer.from(text, 'hex')` silently stops at the first other character.
 */
export const isHmacOf = (
  { algorithm, key }: { algorithm: 'sha256' | 'sha512'; key: string | Uint8Array },
  text: string,
  given: Uint8Array,
): boolean => isSameBytes(createHmac(algorithm, key).update(text).digest(), given)
