import { createHmac } from 'node:crypto'
import { localKeys } from '../local-keys.ts'

/** What happens to messages that the stand-in has accepted: developers choose it on the page `/dev`. */
export const OUTCOMES = ['delivered', 'read', 'failed', 'nothing'] as const
export type Outcome = (typeof OUTCOMES)[number]
export type ReportedChannel = 'whatsapp' | 'email'

/** What reaches the product's webhook. */
type Report = { id: string; to: string; outcome: Exclude<Outcome, 'nothing'>; at: number }

/** The delays of a provider's attempts, in milliseconds: the product may not know the message yet when the first arrives. */
const ATTEMPTS = [100, 500, 2000, 10_000]

const json = (url: string, text: string, headers: Record<string, string>) =>
  new Request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })

/** A request of WhatsApp's to the webhook, with one value of the field `messages`. */
function whatsAppRequest(value: Record<string, unknown>): Request {
  const metadata = { display_phone_number: '201000000000', phone_number_id: '100000000000001' }
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }
  const text = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] })
  const signature = createHmac('sha256', localKeys.WHATSAPP_APP_SECRET).update(text).digest('hex')
  return json('https://api/api/v1/whatsapp/webhook', text, { 'x-hub-signature-256': `sha256=${signature}` })
}

/** Somebody writes to our number. */
export function whatsAppReply({ from, text, at }: { from: string; text: string; at: number }): Request {
  const contacts = [{ profile: { name: 'Mona' }, wa_id: from }]
  const id = `wamid.reply-${crypto.randomUUID()}`
  const message = { from, id, timestamp: String(Math.floor(at / 1000)), type: 'text', text: { body: text } }
  return whatsAppRequest({ contacts, messages: [message] })
}

function whatsAppStatus({ id, to, outcome, at }: Report): Request {
  const timestamp = String(Math.floor(at / 1000))
  const errors = [
    {
      code: 131026,
      title: 'Message undeliverable',
      message: 'Message undeliverable',
      error_data: { details: 'Message Undeliverable.' },
      href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
    },
  ]
  const billed = {
    conversation: { id: `conversation-${id}`, expiration_timestamp: timestamp, origin: { type: 'utility' } },
    pricing: { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' },
  }
  const status = { id, status: outcome, timestamp, recipient_id: to, ...(outcome === 'failed' ? { errors } : billed) }
  return whatsAppRequest({ statuses: [status] })
}

const MAIL_EVENTS = { delivered: 'email.delivered', read: 'email.opened', failed: 'email.bounced' } as const

function mailEvent({ id, to, outcome, at }: Report): Request {
  const bounce = { message: 'Mailbox does not exist', subType: 'General', type: 'Permanent' }
  const created = new Date(at).toISOString()
  const mail = { email_id: id, created_at: created, from: 'Hessa <no-reply@hessa.example>', to: [to], subject: 'Hessa' }
  const data = { ...mail, tags: {}, ...(outcome === 'failed' ? { bounce } : {}) }
  const text = JSON.stringify({ type: MAIL_EVENTS[outcome], created_at: created, data })
  const key = Buffer.from(localKeys.EMAIL_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`event-${id}.${timestamp}.${text}`).digest('base64')
  return json('https://api/api/v1/email/webhook', text, {
    'svix-id': `event-${id}`,
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${signature}`,
  })
}

/** Reports to the product until it has taken the report, as both providers do; they repeat for hours, this for seconds. */
export async function reportDelivery(api: Fetcher, channel: ReportedChannel, report: Report): Promise<void> {
  for (const delay of ATTEMPTS) {
    await scheduler.wait(delay)
    const answer = await api.fetch(channel === 'whatsapp' ? whatsAppStatus(report) : mailEvent(report))
    await answer.body?.cancel()
    if (answer.ok) return
  }
}
