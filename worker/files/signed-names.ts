import { hours, type Instant } from '#domain/cairo'
import { acceptedKeys, type Env } from '../env.ts'

/**
 * Signed addresses of private files, for answers that only go to readers who may see the file: an `<img>` sends no token,
 * so the address itself contains its expiry and a signature. They are valid for one to two hours (docs/rules/api.md 5.4)
 * and stay equal within an hour, so that browsers can cache the file.
 */
const VALIDITY_MS = hours(1)

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

/** The last path segment of a private file's address: key, expiry and signature, joined by dots. */
export async function signFileName(env: Env, key: string, now: Instant): Promise<string> {
  const until = (Math.floor(now / VALIDITY_MS) + 2) * VALIDITY_MS
  const signed = `${key.replaceAll('/', '.')}.${until.toString(36)}`
  return `${signed}.${await signature(env.FILE_ADDRESS_SECRET, signed)}`
}

/**
 * Whether this key signed the text. Comparing keyed digests of the two signatures instead of the signatures avoids a timing
 * side channel.
 */
async function isSignedBy(secret: string, text: string, given: string): Promise<boolean> {
  const expected = await signature(secret, text)
  const [one, other] = await Promise.all([signature(secret, expected), signature(secret, given)])
  return one === other
}

/** The key in a signed segment; null for a wrong signature or after its expiry. */
export async function verifyFileName(env: Env, name: string, now: Instant): Promise<string | null> {
  const { path, until, given } = /^(?<path>.+)\.(?<until>[0-9a-z]+)\.(?<given>[\w-]+)$/.exec(name)?.groups ?? {}
  if (!path || !until || !given || Number.parseInt(until, 36) <= now) return null
  for (const secret of acceptedKeys(env, 'FILE_ADDRESS_SECRET'))
    if (await isSignedBy(secret, `${path}.${until}`, given)) return path.replaceAll('.', '/')
  return null
}
