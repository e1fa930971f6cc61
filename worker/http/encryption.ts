import { DomainError } from '#domain/errors'
import { TYPED_CODE_ALPHABET } from '#domain/typed-codes'
import type { Env } from '../env.ts'

/**
 * Protects what the database stores, so that a leaked database reveals no secret: secrets and stored answers are encrypted;
 * codes, tokens and requests are kept as keyed hashes.
 */

const VERSION = 'v1'
const text = new TextEncoder()

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const fromBase64url = (encoded: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(encoded, 'base64url'))

type HashUse =
  | ('recovery-code' | 'challenge' | 'reset-code' | 'sign-in-challenge')
  | ('repeatable-request' | 'request-log' | 'staff-digest-stop' | 'mailing-stop')
type Use = 'totp' | 'calendar' | 'stored-answer' | 'message' | HashUse

/** Derives a separate key for each use by HKDF, so that a leaked key of one use does not reveal another's. */
async function keyFor(env: Env, use: Use, algorithm: 'AES-GCM' | 'HMAC'): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', text.encode(env.SECOND_FACTOR_SECRET), 'HKDF', false, [
    'deriveKey',
  ])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(`hessa ${use} v1`) }
  return algorithm === 'AES-GCM'
    ? crypto.subtle.deriveKey(derivation, secret, { name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
    : crypto.subtle.deriveKey(derivation, secret, { name: algorithm, hash: 'SHA-256', length: 256 }, false, ['sign'])
}

/** The owner is authenticated as additional data: a ciphertext copied to another owner's row does not decrypt. */
const cipher = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: text.encode(owner),
})

/** Encrypts a text for its owner, as `v1.iv.ciphertext`. */
async function encrypt(env: Env, use: Use, owner: string, plain: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await keyFor(env, use, 'AES-GCM')
  const encrypted = await crypto.subtle.encrypt(cipher(iv, owner), key, text.encode(plain))
  return [VERSION, base64url(iv), base64url(new Uint8Array(encrypted))].join('.')
}

/** @throws DomainError `unexpected` for a text that was not encrypted by this key for this owner. */
async function decrypt(env: Env, use: Use, owner: string, stored: string): Promise<string> {
  const [version, iv = '', encrypted = ''] = stored.split('.')
  if (version !== VERSION) throw new DomainError('unexpected', 'A ciphertext of an unknown version')
  const key = await keyFor(env, use, 'AES-GCM')
  const plain = await crypto.subtle
    .decrypt(cipher(fromBase64url(iv), owner), key, fromBase64url(encrypted))
    .catch(() => {
      throw new DomainError('unexpected', 'A ciphertext does not decrypt')
    })
  return new TextDecoder().decode(plain)
}

/** Encrypts the key of an authenticator app. */
export const encryptSecret = (env: Env, userId: number, secret: string): Promise<string> =>
  encrypt(env, 'totp', `user ${userId}`, secret)

/** @throws DomainError `unexpected` for a text that was not encrypted by this key for this account. */
export const decryptSecret = (env: Env, userId: number, stored: string): Promise<string> =>
  decrypt(env, 'totp', `user ${userId}`, stored)

/** Encrypts the token of a calendar's address. */
export const encryptCalendarToken = (env: Env, userId: number, token: string): Promise<string> =>
  encrypt(env, 'calendar', `user ${userId}`, token)

/** @throws DomainError `unexpected` for a text that was not encrypted by this key for this account. */
export const decryptCalendarToken = (env: Env, userId: number, stored: string): Promise<string> =>
  decrypt(env, 'calendar', `user ${userId}`, stored)

/** Encrypts an answer stored for repeats: it may contain a token. */
export const encryptAnswer = (env: Env, sender: string, answer: string): Promise<string> =>
  encrypt(env, 'stored-answer', sender, answer)

/** @throws DomainError `unexpected` for a text that was not encrypted by this key for this sender. */
export const decryptAnswer = (env: Env, sender: string, stored: string): Promise<string> =>
  decrypt(env, 'stored-answer', sender, stored)

/** Encrypts the parameters of a message that gives access to an account, such as a code. */
export const encryptMessage = (env: Env, template: string, params: string): Promise<string> =>
  encrypt(env, 'message', template, params)

/** @throws DomainError `unexpected` for a text that was not encrypted by this key for this template. */
export const decryptMessage = (env: Env, template: string, stored: string): Promise<string> =>
  decrypt(env, 'message', template, stored)

/** A keyed hash of a value that is looked up but never read back: typed codes, challenge tokens, requests. */
export async function keyedHash(env: Env, use: HashUse, secret: string): Promise<string> {
  const key = await keyFor(env, use, 'HMAC')
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(secret))))
}

/** Random bits in base64url, 256 of them unless a size is given. */
export const randomToken = (bytes = 32): string => base64url(crypto.getRandomValues(new Uint8Array(bytes)))

/** Random characters of the alphabet of typed codes. 256 is a multiple of its 32 characters, so all are equally likely. */
export function randomTypedCode(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => TYPED_CODE_ALPHABET[byte % TYPED_CODE_ALPHABET.length]).join('')
}
