import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'
import { isKeyedHash, keyedHash } from '../http/encryption.ts'

/** What the link in a message stops: each has a key of its own. */
export type StopUse = 'staff-digest-stop' | 'mailing-stop' | 'renewal-stop'

/**
 * The token of the link by which the reader of a mail stops such mails (docs/rules/staff.md 14.4, 18.8), or the renewal that it
 * announces (docs/rules/minutes.md 11.2). It is signed rather than
 * stored, does not expire, and lets whoever holds the mail do nothing else.
 */
export const stopToken = async (env: Env, use: StopUse, userId: number): Promise<string> =>
  `${userId}.${await keyedHash(env, use, String(userId))}`

/** The account to which the link was mailed. @throws DomainError `invalid-verification-code` for a token that is not ours. */
export async function readerOfToken(env: Env, use: StopUse, token: string): Promise<number> {
  const [userId = '', signature = ''] = token.split('.')
  if (!(await isKeyedHash(env, use, userId, signature))) throw new DomainError('invalid-verification-code')
  return Number(userId)
}
