import { hours, type Instant } from '#domain/cairo'
import type { Env } from '../env.ts'

/**
 * Addresses of private files, given only to those who may see them: an image cannot send a token, so that the address
 * itself carries until when it holds and a signature. They hold for one to two hours (docs/rules/api.md 5.4); within an
 * hour a file has the same address, which browsers can keep.
 */
const HOLDS = hours(1)

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function signature(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), hmac, false, ['sign'])
  return base64url(await crypto.subtle.sign('HMAC', key, bytes.encode(`file ${text}`)))
}

/** The last segment of a private file's address. */
export async function signedName(env: Env, key: string, now: Instant): Promise<string> {
  const until = (Math.floor(now / HOLDS) + 2) * HOLDS
  const signed = `${key.replaceAll('/', '.')}.${until.toString(36)}`
  return `${signed}.${await signature(env.JWT_SECRET, signed)}`
}

/** The key of a signed address's last segment, null when it was not signed here or holds no longer. */
export async function signedKey(env: Env, name: string, now: Instant): Promise<string | null> {
  const { path, until, given } = /^(?<path>.+)\.(?<until>[0-9a-z]+)\.(?<given>[\w-]+)$/.exec(name)?.groups ?? {}
  if (!path || !until || !given || Number.parseInt(until, 36) <= now) return null
  // Both sides are digests of one length; comparing digests of them again would tell nothing by its time.
  const expected = await signature(env.JWT_SECRET, `${path}.${until}`)
  const [one, other] = await Promise.all([signature(env.JWT_SECRET, expected), signature(env.JWT_SECRET, given)])
  return one === other ? path.replaceAll('.', '/') : null
}
