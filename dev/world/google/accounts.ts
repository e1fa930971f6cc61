import type { StandInHost } from '../stand-in-host.ts'
import { type KeyPair, makeKeys, sign } from './tokens.ts'

/** Who has an account at the provider's stand-in, and the tokens that it gives out. */

/** What the stand-in keeps things in and reads the time from. */
export type AccountStore = Pick<StandInHost, 'get' | 'put' | 'list' | 'now'>

export type GoogleAccount = { sub: string; email: string; name: string; verified: boolean }

/** An access token: for whom, of whom, until when (seconds). */
type AccessToken = { aud: string; person: GoogleAccount; exp: number }

export const ISSUER = 'https://accounts.google.com'
const HOUR_SECONDS = 3600

/** Twenty-one digits that stay the person's own. */
const newSubject = (): string =>
  `1${Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte % 10).join('')}`

export function saveAccount(
  register: AccountStore,
  asked: { email: string; name: string; verified: boolean },
): GoogleAccount {
  const email = asked.email.trim().toLowerCase()
  const known = register.get<GoogleAccount>(`person:${email}`)
  const person = { sub: known?.sub ?? newSubject(), email, name: asked.name || email, verified: asked.verified }
  register.put(`person:${email}`, person)
  return person
}

export const listAccounts = (register: AccountStore): GoogleAccount[] => register.list<GoogleAccount>('person:')

/** The keys are made once and kept, so that tokens outlive a restart. */
export async function loadSigningKeys(register: AccountStore): Promise<KeyPair> {
  const kept = register.get<KeyPair>('keys')
  if (kept) return kept
  const made = await makeKeys()
  register.put('keys', made)
  return made
}

export type TokenOptions = { audience: string; nonce?: string; issuer?: string; lifeSeconds?: number }

export async function issueIdToken(
  register: AccountStore,
  { sub, email, name, verified }: GoogleAccount,
  { audience, nonce, issuer = ISSUER, lifeSeconds = HOUR_SECONDS }: TokenOptions,
): Promise<string> {
  const iat = Math.floor((await register.now()) / 1000)
  return sign(await loadSigningKeys(register), {
    iss: issuer,
    azp: audience,
    aud: audience,
    sub,
    email,
    email_verified: verified,
    name,
    ...(nonce ? { nonce } : {}),
    iat,
    exp: iat + lifeSeconds,
  })
}

export async function issueAccessToken(
  register: AccountStore,
  person: GoogleAccount,
  { audience, lifeSeconds = HOUR_SECONDS }: TokenOptions,
): Promise<string> {
  const token = `ya29.${crypto.randomUUID()}${crypto.randomUUID()}`
  const exp = Math.floor((await register.now()) / 1000) + lifeSeconds
  register.put(`access:${token}`, { aud: audience, person, exp })
  return token
}

/** What an access token opens, undefined when it is unknown or over. */
export async function findAccessToken(register: AccountStore, token: string): Promise<AccessToken | undefined> {
  const access = register.get<AccessToken>(`access:${token}`)
  return access && access.exp > (await register.now()) / 1000 ? access : undefined
}
