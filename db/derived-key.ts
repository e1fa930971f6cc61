const text = new TextEncoder()

/** Derives a separate key for each use by HKDF, so that a leaked key of one use does not reveal another's. */
export async function derivedKey(secret: string, use: string, algorithm: 'AES-GCM' | 'HMAC') {
  const key = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(`hessa ${use} v1`) }
  return algorithm === 'AES-GCM'
    ? crypto.subtle.deriveKey(derivation, key, { name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
    : crypto.subtle.deriveKey(derivation, key, { name: algorithm, hash: 'SHA-256', length: 256 }, false, ['sign'])
}

/** The owner is authenticated as additional data: a ciphertext copied to another owner's place does not decrypt. */
export const cipher = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: text.encode(owner),
})
