import type { Env } from '../env.ts'
import { decryptMessage, encryptMessage } from '../http/encryption.ts'
import type { EncryptedMessage } from './message.ts'

/**
 * Encrypts the parameters of a message that gives access to an account, so that the database and its backups contain no
 * usable code or link (docs/rules/messages.md 1.8).
 */
export const encryptParams = async (
  env: Env,
  template: EncryptedMessage['template'],
  params: Record<string, string>,
): Promise<EncryptedMessage['params']> => ({ sealed: await encryptMessage(env, template, JSON.stringify(params)) })

/** The parameters of a stored message, decrypted where they are encrypted. */
export async function decryptParams(
  env: Env,
  { template, params }: { template: string; params: Record<string, string> },
): Promise<Record<string, string>> {
  if (params.sealed === undefined) return params
  return JSON.parse(await decryptMessage(env, template, params.sealed))
}
