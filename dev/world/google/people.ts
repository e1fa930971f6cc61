import type { Desk } from '../desk.ts'
import { type KeyPair, makeKeys, sign } from './tokens.ts'

/** Who has an account at the provider's stand-in, and the tokens that it gives out. */

/** What the stand-in keeps things in and reads the time from. */
export type Register = Pick<Desk, 'get' | 'put' | 'list' | 'now'>

export type Person = { sub: string; email: string; name: string; verified: boolean }

/** An access token: for whom, of whom, until when (seconds). */
type Access = { aud: string; person: Person; exp: number }

export const ISSUER = 'https://accounts.google.com'
const HOUR_SECONDS = 3600

/** Twenty-one digits that stay the person's own. */
const newSubject = (): string =>
  `1${Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte % 10).join('')}`

export function personOf(register: Register, asked: { email: string; name: string; verified: boolean }): Person {
  const email = asked.email.trim().toLowerCase()
  const known = register.get<Person>(`person:${email}`)
  const person = { sub: known?.sub ?? newSubject(), email, name: asked.name || email, verified: asked.verified }
  register.put(`person:${email}`, person)
  return person
}

export const peopleOf = (register: Register): Person[] => register.list<Person>('person:')

/** The keys are made once and kept, so that tokens outlive a restart. */
export async function keysOf(register: Register): Promise<KeyPair> {
  const kept = register.get<KeyPair>('keys')
  if (kept) return kept
  const made = await makeKeys()
  register.put('keys', made)
  return made
}

export type TokenOptions = { audience: string; nonce?: string; issuer?: string; lifeSeconds?: number }

export async function idTokenOf(
  register: Register,
  { sub, email, name, verified }: Person,
  { audience, nonce, issuer = ISSUER, lifeSeconds = HOUR_SECONDS }: TokenOptions,
): Promise<string> {
  const iat = Math.floor((await register.now()) / 1000)
  return sign(await keysOf(register), {
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

export async function accessTokenOf(
  register: Register,
  person: Person,
  { audience, lifeSeconds = HOUR_SECONDS }: TokenOptions,
): Promise<string> {
  const token = `ya29.${crypto.randomUUID()}${crypto.randomUUID()}`
  const exp = Math.floor((await register.now()) / 1000) + lifeSeconds
  register.put(`access:${token}`, { aud: audience, person, exp })
  return token
}

/** What an access token opens, undefined when it is unknown or over. */
export async function accessOf(register: Register, token: string): Promise<Access | undefined> {
  const access = register.get<Access>(`access:${token}`)
  return access && access.exp > (await register.now()) / 1000 ? access : undefined
}
