import type { Env } from '../../env.ts'
import { emailContentOf } from '../../messages/email-texts.ts'
import type { EmailMessage } from '../../messages/message.ts'
import { postJson } from '../post-json.ts'

/** What Resend accepts as the value of a tag. */
const TAG = /^[\w-]{1,256}$/

/**
 * Sends an email through Resend's HTTP API. Cloudflare's email binding cannot be used: it sends only to addresses that
 * were verified on the account before, and ours belong to new users.
 * @throws Error when Resend does not accept it; the delivery retries it later.
 */
export async function sendEmail(env: Env, message: EmailMessage, dedupeKey: string): Promise<void> {
  const content = emailContentOf(message)
  const tags = Object.entries({ template: message.template, ...message.params })
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => TAG.test(value))
  await postJson(`${env.EMAIL_API_URL ?? 'https://api.resend.com'}/emails`, {
    headers: { authorization: `Bearer ${env.EMAIL_API_KEY}`, 'idempotency-key': dedupeKey },
    body: { from: env.EMAIL_FROM ?? 'حصّة <no-reply@hessa.example>', to: [message.to], ...content, tags },
  })
}
