/**
 * A browser's side of RFC 8291: written after the text of the standard, apart from the library that encrypts. The tests check it
 * by the example of the standard.
 */
const bytes = (encoded: string) => new Uint8Array(Buffer.from(encoded, 'base64url'))
const base64url = (raw: ArrayBuffer | Uint8Array) => Buffer.from(raw as Uint8Array).toString('base64url')
const P256 = { name: 'ECDH', namedCurve: 'P-256' }

export type BrowserKeys = { privateKey: CryptoKey; p256dh: string; auth: string }

/** A browser that subscribes. */
export async function newBrowserKeys(): Promise<BrowserKeys> {
  const pair = (await crypto.subtle.generateKey(P256, true, ['deriveBits'])) as CryptoKeyPair
  const publicKey = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer
  const auth = base64url(crypto.getRandomValues(new Uint8Array(16)))
  return { privateKey: pair.privateKey, p256dh: base64url(publicKey), auth }
}

/** Keys that are written out, such as those of the standard's example. */
export async function browserKeysOf(d: string, p256dh: string, auth: string): Promise<BrowserKeys> {
  const point = bytes(p256dh)
  const key = { kty: 'EC', crv: 'P-256', d, x: base64url(point.slice(1, 33)), y: base64url(point.slice(33)) }
  const privateKey = await crypto.subtle.importKey('jwk', key, P256, false, ['deriveBits'])
  return { privateKey, p256dh, auth }
}

async function hkdf(salt: Uint8Array<ArrayBuffer>, secret: ArrayBuffer, info: Uint8Array<ArrayBuffer>, length: number) {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8)
}

const text = (value: string) => new Uint8Array(Buffer.from(value))
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** What a body of the content encoding `aes128gcm` says. @throws when it was not encrypted for these keys. */
export async function decryptPush(body: Uint8Array, { privateKey, p256dh, auth }: BrowserKeys): Promise<string> {
  const salt = new Uint8Array(body.slice(0, 16))
  const sender = new Uint8Array(body.slice(21, 21 + (body[20] ?? 0)))
  const theirs = await crypto.subtle.importKey('raw', sender, P256, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs } as never, privateKey, 256)
  const keyInfo = joined(text('WebPush: info\0'), bytes(p256dh), sender)
  const secret = await hkdf(bytes(auth), shared, keyInfo, 32)
  const key = await hkdf(salt, secret, text('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(salt, secret, text('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const record = new Uint8Array(body.slice(21 + sender.length))
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, record))
  // The last record ends with a 2 and any number of zeros.
  return Buffer.from(plain.slice(0, plain.lastIndexOf(2))).toString()
}
