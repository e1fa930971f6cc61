import type { Env } from '../../env.ts'
import { emailContentOf } from '../../messages/email-texts.ts'
import type { EmailMessage } from '../../messages/message.ts'
import { postJson } from '../post-json.ts'

/** What the provider takes as a tag. */
const TAG = /^[\w-]{1,256}$/

/**
 * Sends a letter through Resend's HTTP API. An HTTP provider rather than Cloudflare's e-mail binding: the binding sends
 * only to addresses verified beforehand on the account, and our receivers are strangers who register.
 * @throws Error when the provider does not accept it; the delivery tries again later.
 */
export async function sendEmail(env: Env, message: EmailMessage, dedupeKey: string): Promise<void> {
  const letter = emailContentOf(message)
  const said = { template: message.template, ...message.params }
  const tags = Object.entries(said)
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => TAG.test(value))
  await postJson(`${env.EMAIL_API_URL ?? 'https://api.resend.com'}/emails`, {
    headers: { authorization: `Bearer ${env.EMAIL_API_KEY}`, 'idempotency-key': dedupeKey },
    body: { from: env.EMAIL_FROM ?? 'حصّة <no-reply@hessa.example>', to: [message.to], ...letter, tags },
  })
}
