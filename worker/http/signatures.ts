import { createHmac, timingSafeEqual } from 'node:crypto'

/** Compares in a time that does not say how many bytes are equal, which would help to guess the others. */
export const isSameBytes = (expected: Uint8Array, given: Uint8Array): boolean =>
  expected.length === given.length && timingSafeEqual(expected, given)

type HmacKey = { algorithm: 'sha256' | 'sha512'; key: string | Uint8Array }

/** The HMAC of a text under a key. */
export const hmacOf = ({ algorithm, key }: HmacKey, text: string): Buffer =>
  createHmac(algorithm, key).update(text).digest()

/**
 * Whether `given` is the HMAC of a text under a key. Signatures in hexadecimal are to be matched by a pattern first:
 * `Buffer.from(text, 'hex')` silently stops at the first other character.
 */
export const isHmacOf = (key: HmacKey, text: string, given: Uint8Array): boolean =>
  isSameBytes(hmacOf(key, text), given)
