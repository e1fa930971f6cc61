/**
 * The most common passwords that fit the rule are refused (docs/rules/accounts.md 4.1). They are shipped as a Bloom filter,
 * which `dev/common-passwords.ts` writes: 20 bits and 14 hashes each, so that of other passwords one in 15,000 is refused.
 */

export const COMMON_PASSWORDS = 10_000
export const FILTER_BITS = COMMON_PASSWORDS * 20
const HASHES = 14

/** A password as it is looked up: capitals make a common password no better. */
export const foldedPassword = (password: string): string => password.toLowerCase()

/** The bits of the filter that stand for a password, from the SHA-256 of its folded text. */
export function filterBitsOf(sha256: ArrayBuffer): number[] {
  const words = new DataView(sha256)
  // An even step could visit few of the bits.
  const [first, step] = [words.getUint32(0), words.getUint32(4) | 1]
  return Array.from({ length: HASHES }, (_, index) => (first + index * (step >>> 0)) % FILTER_BITS)
}
