import type { Env } from '../env.ts'
import { isKeyedHash, keyedHash } from '../http/encryption.ts'

const subjectOf = (studentId: number, phone: string) => `${studentId} ${phone}`

/**
 * The token of the link by which the owner of a phone withdraws their consent for a student (docs/rules/privacy.md 6.5). It is signed
 * rather than stored, does not expire, and counts for this number alone.
 */
export const withdrawalToken = async (env: Env, studentId: number, phone: string): Promise<string> =>
  `${studentId}.${await keyedHash(env, 'guardian-withdrawal', subjectOf(studentId, phone))}`

/** The student whom a token names; whether it is ours is known with the guardian's number. */
export function studentOfToken(token: string): number {
  const id = Number(token.split('.')[0])
  return Number.isSafeInteger(id) ? id : 0
}

/** Whether the token was sent to this number. */
export const isTokenOf = (env: Env, token: string, phone: string): Promise<boolean> =>
  isKeyedHash(env, 'guardian-withdrawal', subjectOf(studentOfToken(token), phone), token.split('.')[1] ?? '')
