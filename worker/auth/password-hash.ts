import { type BinaryLike, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * A row of OWASP's password storage list for scrypt (16 MiB per hash). Workers in production refuse N·r·p above 2^20; the
 * local runtime does not, so that a test asserts it.
 */
export const PARAMETERS = { N: 2 ** 14, r: 8, p: 5 } as const
export const WORK_CAP = 2 ** 20

const KEY_BYTES = 32
const MEMORY_CAP = 64 * 1024 * 1024

const derive = (password: BinaryLike, salt: BinaryLike, options: ScryptOptions) =>
  new Promise<Buffer>((done, fail) =>
    scrypt(password, salt, KEY_BYTES, { ...options, maxmem: MEMORY_CAP }, (error, key) =>
      error ? fail(error) : done(key),
    ),
  )

/** `scrypt$N$r$p$salt$key`, so that each hash says how it was made and stronger parameters can follow. */
export async function hashPassword(password: string): Promise<string> {
  const { N, r, p } = PARAMETERS
  const salt = randomBytes(16)
  const key = await derive(password, salt, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Compares in constant time; a hash of an unknown form or above the platform's work cap matches nothing. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  if (scheme !== 'scrypt' || !salt || !key || !(options.N * options.r * options.p <= WORK_CAP)) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), options), Buffer.from(key, 'base64'))
}

/** Whether a hash has other parameters than `PARAMETERS`; the next login replaces it. */
export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`scrypt$${PARAMETERS.N}$${PARAMETERS.r}$${PARAMETERS.p}$`)

/** A hash that no password matches, compared where there is no account so that the answer takes as long. */
export const DUMMY_HASH = `scrypt$${PARAMETERS.N}$${PARAMETERS.r}$${PARAMETERS.p}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(KEY_BYTES).toString('base64')}`
