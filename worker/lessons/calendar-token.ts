import type { Env } from '../env.ts'
import { randomToken } from '../http/encryption.ts'

const text = new TextEncoder()
const base64url = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url')

/** 128 random bits. */
export const randomSalt = (): string => randomToken(16)

/**
 * The token of a calendar's address: 43 characters of base64url. It is derived rather than stored, so that a leaked
 * database opens no calendar, while its owner can read the address again (docs/rules/calendar.md 1.2). No JWT is signed
 * over such a text.
 */
export async function calendarToken(env: Env, userId: number, salt: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(env.JWT_SECRET), hmac, false, ['sign'])
  return base64url(await crypto.subtle.sign('HMAC', key, text.encode(`calendar ${userId} ${salt}`)))
}
