/**
 * The parameters of OWASP's password storage list for Argon2id that need the least memory: 19 MiB per hash, two passes, one
 * lane (docs/decisions/005). The memory is in KiB, the length in bytes.
 */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, hashLength: 32 } as const

const PREFIX = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`

export const SALT_BYTES = 16

const withoutPadding = (base64: string): string => base64.replace(/=+$/, '')

/** A hash with these parameters in the PHC string format; salt and key are in base64. */
export const hashText = (salt: string, key: string): string => `${PREFIX}${withoutPadding(salt)}$${withoutPadding(key)}`

/** The base64 salt and key of a stored hash that is not outdated. */
export function partsOf(stored: string): { salt: string; key: string } {
  const [salt = '', key = ''] = stored.slice(PREFIX.length).split('$')
  return { salt, key }
}

/** Whether a hash was made with another algorithm or other parameters than `ARGON2`; the next login replaces it. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX)

/** A hash that no password matches; comparing with it when there is no account makes the answer take as long. */
export const DUMMY_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Encodes a password as ASCII, injectively, before it is hashed. Stored hashes were made by a package that counted a
 * string's characters instead of its bytes, so that only half of an unencoded Arabic password would have mattered.
 */
export const asciiPassword = (password: string): string =>
  encodeURIComponent(password.replaceAll(LONE_SURROGATE, '\ufffd'))
