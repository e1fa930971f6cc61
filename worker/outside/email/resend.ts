import * as z from 'zod/mini'
import type { Env } from '../../env.ts'
import { emailContentOf } from '../../messages/email-texts.ts'
import type { EmailMessage } from '../../messages/message.ts'
import { postMessage } from '../post-message.ts'
import { requestJson } from '../request-json.ts'
import { ACCEPTED, refusedKey, type TriedKey, unclearKey } from '../tried-key.ts'

/**
 * The parameters with fixed words. Tags are shown in Resend's dashboard and webhooks: nobody there needs a code, a number or what
 * somebody wrote to know what was sent (docs/rules/messages.md 1.13).
 */
const TAGGED = new Set(['change', 'station', 'why', 'role', 'language'])

const baseOf = (env: Env): string => env.EMAIL_API_URL ?? 'https://api.resend.com'

const accepted = z.object({ id: z.string().check(z.minLength(1)) })

/** The calls that stop mails which their readers can stop. */
const STOPS = { staff_digest: 'staff/digest/stop', mailing: 'mailing/stop' } as const

/** By which a mail program stops a mail in one click, without opening anything (RFC 8058, docs/rules/staff.md 14.4, 18.8). */
function stopHeaders(env: Env, message: EmailMessage): Record<string, string> | undefined {
  if (message.template !== 'staff_digest' && message.template !== 'mailing') return undefined
  const url = `${env.API_ORIGIN}/api/v1/${STOPS[message.template]}/${message.params.stopToken}`
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/**
 * Sends an e-mail through Resend's HTTP API. Cloudflare's e-mail binding cannot be used: it sends only to addresses that
 * were verified on our account before. Resend sends one message per `key` within 24 hours.
 * @returns Resend's message id.
 * @throws MessageRefused, MessageUnproven
 */
export async function sendEmail(env: Env, message: EmailMessage, key: string): Promise<string> {
  const content = emailContentOf(message)
  const tags = [
    { name: 'template', value: message.template },
    ...Object.entries(message.params).flatMap(([name, value]) => (TAGGED.has(name) ? [{ name, value }] : [])),
  ]
  const { id } = await postMessage(
    `${baseOf(env)}/emails`,
    {
      headers: { authorization: `Bearer ${env.EMAIL_API_KEY}`, 'idempotency-key': key },
      body: {
        from: env.EMAIL_FROM ?? 'حصّة <no-reply@hessa.example>',
        to: [message.to],
        headers: stopHeaders(env, message),
        ...content,
        tags,
      },
    },
    accepted,
  )
  return id
}

/**
 * Tries the key by a read that sends nothing. A key that may only send, as ours should, is refused for that by its own name.
 * @throws ProviderUnreachable
 */
export async function tryEmailKey(env: Env): Promise<TriedKey> {
  const response = await requestJson(`${baseOf(env)}/domains`, {
    method: 'GET',
    headers: { authorization: `Bearer ${env.EMAIL_API_KEY}` },
  })
  const { status, body } = response
  if (status === 200 || body.name === 'restricted_api_key') return ACCEPTED
  return [400, 401, 403].includes(status) ? refusedKey(`EMAIL_API_KEY: ${body.message}`) : unclearKey(response)
}
