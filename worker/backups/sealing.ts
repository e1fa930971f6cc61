import { cipher, derivedKey } from '../http/derived-key.ts'

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

/** What was sealed under this name. @throws Error for anything else, whether of another key, another name or changed. */
export async function open(
  secret: string,
  name: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await derivedKey(secret, 'backup', 'AES-GCM')
  const iv = sealed.slice(1, 1 + IV_BYTES)
  const plain =
    sealed[0] === VERSION &&
    (await crypto.subtle.decrypt(cipher(iv, name), key, sealed.slice(1 + IV_BYTES)).catch(() => null))
  if (!plain) throw new Error(`${name} does not decrypt: another BACKUP_SECRET, or a damaged object`)
  return new Uint8Array(plain)
}
