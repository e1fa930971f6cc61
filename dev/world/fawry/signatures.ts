import { localKeys } from '../../local-keys.ts'

/** The merchant code of local development. */
export const MERCHANT = 'hessa'

/** SHA-256, in hex, of the values in the gateway's order joined without a separator, the merchant's secure key last. */
export async function sign(...values: (string | number | undefined)[]): Promise<string> {
  const text = [...values, localKeys.FAWRY_SECURE_KEY].map((value) => value ?? '').join('')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
