import type { StandInHost } from '../stand-in-host.ts'
import { type KeyPair, makeKeys, sign } from './tokens.ts'

/** The storage of the identity provider's stand-in, and its clock. */
export type AccountStore = Pick<StandInHost, 'get' | 'put' | 'list' | 'now'>

export type GoogleAccount = { sub: string; email: string; name: string; verified: boolean }

/** What is stored under an access token: the client that it was issued to, the account, and the expiry in seconds. */
type AccessToken = { aud: string; person: GoogleAccount; exp: number }

export const ISSUER = 'https://accounts.google.com'
const HOUR_SECONDS = 3600

/** Google's subject identifiers are up to 21 digits and never change. */
const newSubject = (): string =>
  `1${Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte % 10).join('')}`

/** Creates the account of an address, or updates it and keeps its subject. */
export function saveAccount(
  store: AccountStore,
  details: { email: string; name: string; verified: boolean },
): GoogleAccount {
  const email = details.email.trim().toLowerCase()
  const known = store.get<GoogleAccount>(`person:${email}`)
  const account = { sub: known?.sub ?? newSubject(), email, name: details.name || email, verified: details.verified }
  store.put(`person:${email}`, account)
  return account
}

export const listAccounts = (store: AccountStore): GoogleAccount[] => store.list<GoogleAccount>('person:')

/** The key pair is created once and stored, so that tokens stay valid across a restart. */
export async function loadSigningKeys(store: AccountStore): Promise<KeyPair> {
  const stored = store.get<KeyPair>('keys')
  if (stored) return stored
  const created = await makeKeys()
  store.put('keys', created)
  return created
}

export type TokenOptions = { audience: string; nonce?: string; issuer?: string; lifeSeconds?: number }

export async function issueIdToken(
  store: AccountStore,
  { sub, email, name, verified }: GoogleAccount,
  { audience, nonce, issuer = ISSUER, lifeSeconds = HOUR_SECONDS }: TokenOptions,
): Promise<string> {
  const iat = Math.floor((await store.now()) / 1000)
  return sign(await loadSigningKeys(store), {
    iss: issuer,
    azp: audience,
    aud: audience,
    sub,
    email,
    email_verified: verified,
    name,
    ...(nonce ? { nonce } : {}),
    jti: crypto.randomUUID(),
    iat,
    exp: iat + lifeSeconds,
  })
}

export async function issueAccessToken(
  store: AccountStore,
  person: GoogleAccount,
  { audience, lifeSeconds = HOUR_SECONDS }: TokenOptions,
): Promise<string> {
  const token = `ya29.${crypto.randomUUID()}${crypto.randomUUID()}`
  const exp = Math.floor((await store.now()) / 1000) + lifeSeconds
  store.put(`access:${token}`, { aud: audience, person, exp })
  return token
}

/** Undefined for a token that is unknown or expired. */
export async function findAccessToken(store: AccountStore, token: string): Promise<AccessToken | undefined> {
  const access = store.get<AccessToken>(`access:${token}`)
  return access && access.exp > (await store.now()) / 1000 ? access : undefined
}
