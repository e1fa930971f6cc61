import type { Env } from '../env.ts'

const text = new TextEncoder()
const base64url = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url')

/** 128 random bits. */
export const randomSalt = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')

/**
 * The token of a calendar's address: 43 characters of base64url. It is derived and not kept, so that the database alone opens no
 * calendar while its owner can read the address again (docs/rules/calendar.md 1.2). No JWT is signed for such a text.
 */
export async function calendarToken(env: Env, userId: number, salt: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(env.JWT_SECRET), hmac, false, ['sign'])
  return base64url(await crypto.subtle.sign('HMAC', key, text.encode(`calendar ${userId} ${salt}`)))
}

/** SHA-256 in base64url: what an address is looked up by, and what its ETag is made of. */
export const sha256 = async (value: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', text.encode(value)))
