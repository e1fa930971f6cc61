import { type BinaryLike, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { asciiPassword, hashText, isOutdated, partsOf, SALT_BYTES } from '#domain/users/password-hash'
import { isSameBytes } from '../http/signatures.ts'
import { argon2id } from './argon2id.ts'

/** Workers in production reject scrypt with a higher N·r·p. */
const SCRYPT_WORK_CAP = 2 ** 20
const SCRYPT_MEMORY_CAP = 64 * 1024 * 1024

/**
 * An Argon2id hash in the PHC string format, which contains its algorithm and parameters (docs/rules/accounts.md 4.2).
 * @throws ServiceBusy while too many other passwords are hashed.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await argon2id(asciiPassword(password), salt)
  return hashText(salt.toString('base64'), Buffer.from(key).toString('base64'))
}

/**
 * A hash in an unknown format or above the platform's limit never matches.
 * @param goesFirst whether it is hashed before others that wait.
 * @throws ServiceBusy while too many other passwords are hashed.
 */
export async function passwordMatches(password: string, stored: string, goesFirst = false): Promise<boolean> {
  if (isOutdated(stored)) return scryptMatches(password, stored)
  const { salt, key } = partsOf(stored)
  const expected = Buffer.from(key, 'base64')
  const computed = await argon2id(asciiPassword(password), Buffer.from(salt, 'base64'), goesFirst)
  return isSameBytes(expected, computed)
}

const derive = (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions) =>
  new Promise<Buffer>((done, fail) =>
    scrypt(password, salt, bytes, { ...options, maxmem: SCRYPT_MEMORY_CAP }, (error, key) =>
      error ? fail(error) : done(key),
    ),
  )

/** A hash from before Argon2id was introduced: `scrypt$N$r$p$salt$key`. */
async function scryptMatches(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  if (scheme !== 'scrypt' || !salt || !key || !(options.N * options.r * options.p <= SCRYPT_WORK_CAP)) return false
  const expected = Buffer.from(key, 'base64')
  return isSameBytes(expected, await derive(password, Buffer.from(salt, 'base64'), expected.length, options))
}
