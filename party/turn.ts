import type { IceServer } from '#contract/live/session'
import type { Instant } from '#domain/cairo'

export type TurnConfig = {
  /** Addresses of the relay, comma-separated: `turn:…`, `turns:…`. */
  TURN_URLS?: string
  /** The relay's shared secret (coturn: `static-auth-secret`). */
  TURN_SECRET?: string
}

/** Longer than any session with its room's open hours; a relay asks for the credential again while it relays. */
export const TURN_LIFETIME_SECONDS = 4 * 60 * 60

const text = new TextEncoder()

/**
 * The relay with a temporary credential for one person (docs/rules/live.md 6.4), or nothing when no relay is configured: the user name
 * is the expiry in epoch seconds and the person's id, the credential is its Base64 HMAC-SHA1 under the shared secret (coturn's
 * `use-auth-secret`, draft-uberti-behave-turn-rest). `now` is in epoch milliseconds of the machine's clock, which the relay uses too.
 */
export async function turnServers(
  { TURN_URLS, TURN_SECRET }: TurnConfig,
  userId: number,
  now: Instant,
): Promise<IceServer[]> {
  if (!TURN_URLS || !TURN_SECRET) return []
  const username = `${Math.floor(now / 1000) + TURN_LIFETIME_SECONDS}:${userId}`
  const key = await crypto.subtle.importKey('raw', text.encode(TURN_SECRET), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(username)))
  return [{ urls: TURN_URLS.split(','), username, credential: btoa(String.fromCharCode(...signature)) }]
}
