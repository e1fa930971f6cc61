import { cipher, derivedKey } from '#db/derived-key'
import { DomainError } from '#domain/errors'
import { TYPED_CODE_ALPHABET } from '#domain/typed-codes'
import { acceptedKeys, type Env } from '../env.ts'
import { isSameBytes } from './signatures.ts'

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
  | ('repeatable-request' | 'request-log' | 'erased-proof' | 'staff-digest-stop' | 'mailing-stop' | 'renewal-stop')
  | 'guardian-withdrawal'
type Use = 'totp' | 'calendar' | 'stored-answer' | 'message' | HashUse

/** Encrypts a text for its owner, as `v1.iv.ciphertext`. */
async function encrypt(env: Env, use: Use, owner: string, plain: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await derivedKey(env.SECOND_FACTOR_SECRET, use, 'AES-GCM')
  const encrypted = await crypto.subtle.encrypt(cipher(iv, owner), key, text.encode(plain))
  return [VERSION, base64url(iv), base64url(new Uint8Array(encrypted))].join('.')
}

/** The text that this key has encrypted for this owner; null where it has not. */
async function decryptBy(secret: string, use: Use, owner: string, stored: string): Promise<string | null> {
  const [, iv = '', encrypted = ''] = stored.split('.')
  const key = await derivedKey(secret, use, 'AES-GCM')
  const plain = await crypto.subtle
    .decrypt(cipher(fromBase64url(iv), owner), key, fromBase64url(encrypted))
    .catch(() => null)
  return plain && new TextDecoder().decode(plain)
}

/** @throws DomainError `unexpected` for a text that no accepted key encrypted for this owner. */
async function decrypt(env: Env, use: Use, owner: string, stored: string): Promise<string> {
  if (!stored.startsWith(`${VERSION}.`)) throw new DomainError('unexpected', 'A ciphertext of an unknown version')
  for (const secret of acceptedKeys(env, 'SECOND_FACTOR_SECRET')) {
    const plain = await decryptBy(secret, use, owner, stored)
    if (plain !== null) return plain
  }
  throw new DomainError('unexpected', 'A ciphertext does not decrypt')
}

/** Encrypts by the present key what the previous one has encrypted; null where nothing is to be done, or no key decrypts it. */
async function renewed(env: Env, use: Use, owner: string, stored: string): Promise<string | null> {
  const [present = '', before] = acceptedKeys(env, 'SECOND_FACTOR_SECRET')
  if (!before || (await decryptBy(present, use, owner, stored)) !== null) return null
  const plain = await decryptBy(before, use, owner, stored)
  return plain === null ? null : encrypt(env, use, owner, plain)
}

const userOf = (userId: number): string => `user ${userId}`

/** Encrypts the key of an authenticator app. */
export const encryptSecret = (env: Env, userId: number, secret: string): Promise<string> =>
  encrypt(env, 'totp', userOf(userId), secret)

/** The key of an authenticator app, encrypted by the present key; null where it is already. */
export const renewedSecret = (env: Env, userId: number, stored: string): Promise<string | null> =>
  renewed(env, 'totp', userOf(userId), stored)

/** @throws DomainError `unexpected` for a text that was encrypted by no accepted key for this account. */
export const decryptSecret = (env: Env, userId: number, stored: string): Promise<string> =>
  decrypt(env, 'totp', userOf(userId), stored)

/** Encrypts the token of a calendar's address. */
export const encryptCalendarToken = (env: Env, userId: number, token: string): Promise<string> =>
  encrypt(env, 'calendar', userOf(userId), token)

/** The token of a calendar's address, encrypted by the present key; null where it is already. */
export const renewedCalendarToken = (env: Env, userId: number, stored: string): Promise<string | null> =>
  renewed(env, 'calendar', userOf(userId), stored)

/** @throws DomainError `unexpected` for a text that was encrypted by no accepted key for this account. */
export const decryptCalendarToken = (env: Env, userId: number, stored: string): Promise<string> =>
  decrypt(env, 'calendar', userOf(userId), stored)

/** Encrypts an answer stored for repeats: it may contain a token. */
export const encryptAnswer = (env: Env, sender: string, answer: string): Promise<string> =>
  encrypt(env, 'stored-answer', sender, answer)

/** @throws DomainError `unexpected` for a text that was encrypted by no accepted key for this sender. */
export const decryptAnswer = (env: Env, sender: string, stored: string): Promise<string> =>
  decrypt(env, 'stored-answer', sender, stored)

/** Encrypts the parameters of a message that gives access to an account, such as a code. */
export const encryptMessage = (env: Env, template: string, params: string): Promise<string> =>
  encrypt(env, 'message', template, params)

/** @throws DomainError `unexpected` for a text that was encrypted by no accepted key for this template. */
export const decryptMessage = (env: Env, template: string, stored: string): Promise<string> =>
  decrypt(env, 'message', template, stored)

async function hashBy(secret: string, use: HashUse, value: string): Promise<string> {
  const key = await derivedKey(secret, use, 'HMAC')
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(value))))
}

/** A keyed hash of a value that is looked up but never read back: typed codes, challenge tokens, requests. */
export const keyedHash = (env: Env, use: HashUse, value: string): Promise<string> =>
  hashBy(env.SECOND_FACTOR_SECRET, use, value)

/** The hashes under which the value may be stored: by the present key, and by the previous one while it is accepted. */
export const keyedHashes = (env: Env, use: HashUse, value: string): Promise<string[]> =>
  Promise.all(acceptedKeys(env, 'SECOND_FACTOR_SECRET').map((secret) => hashBy(secret, use, value)))

/** Whether it is a keyed hash of the value, compared in constant time: the signature of a token that is not stored. */
export async function isKeyedHash(env: Env, use: HashUse, value: string, given: string): Promise<boolean> {
  const bytes = Buffer.from(given)
  return (await keyedHashes(env, use, value)).some((one) => isSameBytes(Buffer.from(one), bytes))
}

/** Random bits in base64url, 256 of them unless a size is given. */
export const randomToken = (bytes = 32): string => base64url(crypto.getRandomValues(new Uint8Array(bytes)))

/** Random characters of the alphabet of typed codes. 256 is a multiple of its 32 characters, so all are equally likely. */
export function randomTypedCode(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => TYPED_CODE_ALPHABET[byte % TYPED_CODE_ALPHABET.length]).join('')
}
