import { DomainError } from '#domain/errors'
import { TYPED_CODE_ALPHABET } from '#domain/typed-codes'
import type { Env } from '../env.ts'

/** What second factors and codes keep in the database: secrets encrypted, codes and tokens as keyed hashes. */

const VERSION = 'v1'
const text = new TextEncoder()

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const fromBase64url = (encoded: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(encoded, 'base64url'))

type HashUse = 'recovery-code' | 'challenge' | 'reset-code' | 'sign-in-challenge'
type Use = 'totp' | HashUse

/** A key for one use alone, by HKDF: what one use reveals of its key says nothing of another's. */
async function keyFor(env: Env, use: Use, algorithm: 'AES-GCM' | 'HMAC'): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', text.encode(env.SECOND_FACTOR_SECRET), 'HKDF', false, [
    'deriveKey',
  ])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(`hessa ${use} v1`) }
  return algorithm === 'AES-GCM'
    ? crypto.subtle.deriveKey(derivation, secret, { name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
    : crypto.subtle.deriveKey(derivation, secret, { name: algorithm, hash: 'SHA-256', length: 256 }, false, ['sign'])
}

/** The account is authenticated too: a secret that is moved to another account's row does not decrypt. */
const sealed = (iv: Uint8Array<ArrayBuffer>, userId: number) => ({
  name: 'AES-GCM',
  iv,
  additionalData: text.encode(`user ${userId}`),
})

/** Encrypts the key of an authenticator app, as `v1.iv.ciphertext`. */
export async function encryptSecret(env: Env, userId: number, secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await keyFor(env, 'totp', 'AES-GCM')
  const encrypted = await crypto.subtle.encrypt(sealed(iv, userId), key, text.encode(secret))
  return [VERSION, base64url(iv), base64url(new Uint8Array(encrypted))].join('.')
}

/** @throws DomainError `unexpected` for what this key has not encrypted for this account. */
export async function decryptSecret(env: Env, userId: number, stored: string): Promise<string> {
  const [version, iv = '', encrypted = ''] = stored.split('.')
  if (version !== VERSION) throw new DomainError('unexpected', 'An authenticator key of an unknown version')
  const key = await keyFor(env, 'totp', 'AES-GCM')
  const secret = await crypto.subtle
    .decrypt(sealed(fromBase64url(iv), userId), key, fromBase64url(encrypted))
    .catch(() => {
      throw new DomainError('unexpected', 'An authenticator key does not decrypt')
    })
  return new TextDecoder().decode(secret)
}

/** A keyed hash of what must be found again but not read: codes that are typed, tokens of challenges. */
export async function keyedHash(env: Env, use: HashUse, secret: string): Promise<string> {
  const key = await keyFor(env, use, 'HMAC')
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(secret))))
}

/** 256 random bits. */
export const randomToken = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Random characters of the alphabet of typed codes. 256 is a multiple of its 32 characters, so that every one is as likely. */
export function randomTypedCode(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => TYPED_CODE_ALPHABET[byte % TYPED_CODE_ALPHABET.length]).join('')
}
