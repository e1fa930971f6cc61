import { cipher, derivedKey } from '../derived-key.ts'

/** The first byte of a sealed object, which says how it is encrypted. */
const VERSION = 1
const IV_BYTES = 12

/** Encrypts an object of a backup under its name, as version, iv and ciphertext (docs/rules/privacy.md 3.3). */
export async function seal(secret: string, name: string, plain: Uint8Array): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await derivedKey(secret, 'backup', 'AES-GCM')
  const encrypted = await crypto.subtle.encrypt(cipher(iv, name), key, new Uint8Array(plain))
  const sealed = new Uint8Array(1 + IV_BYTES + encrypted.byteLength)
  sealed.set([VERSION])
  sealed.set(iv, 1)
  sealed.set(new Uint8Array(encrypted), 1 + IV_BYTES)
  return sealed
}

async function openBy(secret: string, name: string, sealed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | null> {
  const key = await derivedKey(secret, 'backup', 'AES-GCM')
  const iv = sealed.slice(1, 1 + IV_BYTES)
  return crypto.subtle.decrypt(cipher(iv, name), key, sealed.slice(1 + IV_BYTES)).catch(() => null)
}

/**
 * What one of these keys has sealed under this name.
 * @throws Error for anything else, whether of another key, another name or changed.
 */
export async function open(
  secrets: readonly string[],
  name: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  for (const secret of sealed[0] === VERSION ? secrets : []) {
    const plain = await openBy(secret, name, sealed)
    if (plain) return new Uint8Array(plain)
  }
  throw new Error(`${name} does not decrypt: another BACKUP_SECRET, or a damaged object`)
}
