import type { Env } from '../env.ts'
import { decryptMessage, encryptMessage } from '../http/encryption.ts'
import type { SealedMessage } from './message.ts'

/**
 * Encrypts the parameters of a message that opens an account: whoever reads the database, or an old copy of it, finds no
 * code and no link (docs/rules/messages.md 1.8).
 */
export const sealParams = async (
  env: Env,
  template: SealedMessage['template'],
  params: Record<string, string>,
): Promise<SealedMessage['params']> => ({ sealed: await encryptMessage(env, template, JSON.stringify(params)) })

/** The parameters of a message of the outbox, decrypted where they are sealed. */
export async function openParams(
  env: Env,
  { template, params }: { template: string; params: Record<string, string> },
): Promise<Record<string, string>> {
  if (params.sealed === undefined) return params
  return JSON.parse(await decryptMessage(env, template, params.sealed))
}
