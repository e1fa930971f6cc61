/**
 * RS256 signing with WebCrypto only. The product verifies with a package; using the same package here could hide a mistake
 * in its use.
 */

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const KEY_ID = 'hessa-local-google-1'

export type KeyPair = { privateKey: JsonWebKey; publicKey: JsonWebKey }

export async function makeKeys(): Promise<KeyPair> {
  const parameters = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
  const pair = (await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])) as CryptoKeyPair
  const exported = (key: CryptoKey) => crypto.subtle.exportKey('jwk', key) as Promise<JsonWebKey>
  return { privateKey: await exported(pair.privateKey), publicKey: await exported(pair.publicKey) }
}

/** The published JSON Web Key Set: `GET https://www.googleapis.com/oauth2/v3/certs`. */
export const publishedKeys = ({ publicKey: { kty, n, e } }: KeyPair) => ({
  keys: [{ kid: KEY_ID, kty, n, e, alg: 'RS256', use: 'sig' }],
})

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const encodePart = (part: unknown): string => base64url(new TextEncoder().encode(JSON.stringify(part)))

/** A signed token of these claims. */
export async function sign({ privateKey }: KeyPair, claims: Record<string, unknown>): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', privateKey, RSA, false, ['sign'])
  const content = `${encodePart({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encodePart(claims)}`
  const signature = await crypto.subtle.sign(RSA, key, new TextEncoder().encode(content))
  return `${content}.${base64url(new Uint8Array(signature))}`
}
