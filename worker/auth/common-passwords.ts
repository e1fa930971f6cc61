import { FILTER_BITS, filterBitsOf, foldedPassword } from '#domain/users/common-passwords'
import { COMMON_PASSWORDS_FILTER } from './common-passwords-filter.ts'

const filter = new Uint8Array(Buffer.from(COMMON_PASSWORDS_FILTER, 'base64'))
if (filter.length * 8 !== FILTER_BITS) throw new Error('The filter of common passwords has another size')

/** Whether a password is among the most common ones; for one in 15,000 others, too (docs/rules/accounts.md 4.1). */
export async function isCommonPassword(password: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(foldedPassword(password)))
  return filterBitsOf(digest).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}
