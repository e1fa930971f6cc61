import { createHash } from 'node:crypto'
import { whatsAppChange } from '#contract/messages'
import { acceptedKeys, type Env } from '../../env.ts'
import { isHmacOf, isSameBytes } from '../../http/signatures.ts'

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

/** Whether the body is signed with the secret of our app (`X-Hub-Signature-256`, docs/rules/messages.md 1.10). */
export function isWhatsAppSigned(env: Env, text: string, header: string | null): boolean {
  const [, signature] = SIGNATURE.exec(header ?? '') ?? []
  if (signature === undefined) return false
  const given = Buffer.from(signature, 'hex')
  return acceptedKeys(env, 'WHATSAPP_APP_SECRET').some((key) => isHmacOf({ algorithm: 'sha256', key }, text, given))
}

/** Whether it is the word that we gave Meta. The hashes are compared, so that nothing says how long it is. */
export function isVerifyToken(env: Env, token: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return isSameBytes(hashOf(env.WHATSAPP_VERIFY_TOKEN), hashOf(token))
}

type Notified = { entry: readonly { changes: readonly { field: string; value: unknown }[] }[] }

/**
 * The changes that concern messages of our number, and how many others were sent with a shape that is not known. An account may
 * have several numbers, and reports much else to the same address.
 */
export function changesOf(env: Env, { entry }: Notified) {
  const values = entry.flatMap(({ changes }) => changes.filter(({ field }) => field === 'messages'))
  const read = values.map(({ value }) => whatsAppChange.safeParse(value))
  const known = read.flatMap(({ data }) => data ?? [])
  const isOurs = (id: string) => env.WHATSAPP_PROFILE === undefined || id === env.WHATSAPP_PROFILE
  return {
    changes: known.filter(({ metadata }) => isOurs(metadata.phone_number_id)),
    unknown: values.length - known.length,
  }
}
