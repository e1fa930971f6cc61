import type { Env } from '../../env.ts'
import { letterOf } from '../../messages/email-texts.ts'
import type { EmailMessage } from '../../messages/message.ts'
import { post } from '../post.ts'

/**
 * Sends a letter through Resend's HTTP API. An HTTP provider rather than Cloudflare's e-mail binding: the binding sends
 * only to addresses verified beforehand on the account, and our receivers are strangers who register.
 * @throws Error when the provider does not accept it; the delivery tries again later.
 */
export async function sendEmail(env: Env, message: EmailMessage, dedupeKey: string): Promise<void> {
  const letter = letterOf(message)
  const tags = Object.entries({ template: message.template, ...message.params }).map(([name, value]) => ({
    name,
    value,
  }))
  await post(`${env.EMAIL_API_URL ?? 'https://api.resend.com'}/emails`, {
    headers: { authorization: `Bearer ${env.EMAIL_API_KEY}`, 'idempotency-key': dedupeKey },
    body: { from: env.EMAIL_FROM ?? 'حصّة <no-reply@hessa.example>', to: [message.to], ...letter, tags },
  })
}
