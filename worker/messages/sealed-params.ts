import type { Env } from '../env.ts'
import { decryptMessage, encryptMessage } from '../http/encryption.ts'
import type { SealedMessage } from './message.ts'

/**
 * Encrypts the parameters of a message that gives access to an account, so that the database and its backups contain no
 * usable code or link (docs/rules/messages.md 1.8).
 */
export const sealParams = async (
  env: Env,
  template: SealedMessage['template'],
  params: Record<string, string>,
): Promise<SealedMessage['params']> => ({ sealed: await encryptMessage(env, template, JSON.stringify(params)) })

/** The parameters of a stored message, decrypted where they are encrypted. */
export async function openParams(
  env: Env,
  { template, params }: { template: string; params: Record<string, string> },
): Promise<Record<string, string>> {
  if (params.sealed === undefined) return params
  return JSON.parse(await decryptMessage(env, template, params.sealed))
}
