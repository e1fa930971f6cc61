/// <reference path="../wasm.d.ts" />
import { type BinaryLike, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import Argon2 from '@phi-ag/argon2'
import wasm from '@phi-ag/argon2/argon2.wasm'
import { ARGON2, asciiPassword, isOutdated } from '#domain/users/password-hash'

/** Workers in production refuse scrypt with an N·r·p above this. */
const SCRYPT_WORK_CAP = 2 ** 20
const SCRYPT_MEMORY_CAP = 64 * 1024 * 1024

let instance: Argon2 | undefined
/** Its 19 MiB stay with the isolate: to allocate them for each hash would take longer. */
const argon2 = () => {
  instance ??= new Argon2(new WebAssembly.Instance(wasm))
  return instance
}

/** An Argon2id hash in the PHC format, which names its algorithm and parameters (docs/rules/accounts.md 4.2). */
export const hashPassword = (password: string): string => argon2().hash(asciiPassword(password), ARGON2).encoded

/** Compares in constant time; a hash of an unknown form or above the platform's cap matches nothing. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  if (!isOutdated(stored)) return argon2().tryVerify(stored, asciiPassword(password)).success
  return scryptMatches(password, stored)
}

const derive = (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions) =>
  new Promise<Buffer>((done, fail) =>
    scrypt(password, salt, bytes, { ...options, maxmem: SCRYPT_MEMORY_CAP }, (error, key) =>
      error ? fail(error) : done(key),
    ),
  )

/** A hash from before Argon2id: `scrypt$N$r$p$salt$key`. */
async function scryptMatches(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  if (scheme !== 'scrypt' || !salt || !key || !(options.N * options.r * options.p <= SCRYPT_WORK_CAP)) return false
  const expected = Buffer.from(key, 'base64')
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), expected.length, options), expected)
}
