/**
 * The row of OWASP's password storage list for Argon2id that needs the least memory: 19 MiB a hash, two passes, one lane
 * (docs/decisions/005). The memory is in KiB, the length in bytes.
 */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, hashLength: 32 } as const

const PREFIX = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`

export const SALT_BYTES = 16

const withoutPadding = (base64: string): string => base64.replace(/=+$/, '')

/** A hash with these parameters as it is kept, in the PHC format; salt and key are in base64. */
export const hashText = (salt: string, key: string): string => `${PREFIX}${withoutPadding(salt)}$${withoutPadding(key)}`

/** The salt and the key, in base64, of a kept hash that is not outdated. */
export function partsOf(stored: string): { salt: string; key: string } {
  const [salt = '', key = ''] = stored.slice(PREFIX.length).split('$')
  return { salt, key }
}

/** Whether a hash was made with another algorithm or other parameters than `ARGON2`; the next login replaces it. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX)

/** A hash that no password matches, compared where there is no account so that the answer takes as long. */
export const DUMMY_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * A password as the hash function takes it: in ASCII, with another result for each password. Kept hashes were made so, by a package
 * that counted the characters of a string and not its bytes: of an Arabic password as it is only half would have mattered.
 */
export const asciiPassword = (password: string): string =>
  encodeURIComponent(password.replaceAll(LONE_SURROGATE, '\ufffd'))
