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
export function whatsAppRequest(value: Record<string, unknown>): Request {
  const metadata = { display_phone_number: '201000000000', phone_number_id: '100000000000001' }
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }
  const text = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] })
  const signature = createHmac('sha256', localKeys.WHATSAPP_APP_SECRET).update(text).digest('hex')
  return json('https://api/api/v1/whatsapp/webhook', text, { 'x-hub-signature-256': `sha256=${signature}` })
}

function whatsAppStatus({ id, to, outcome, at }: Report): Request {
  const errors = outcome === 'failed' ? { errors: [{ code: 131026, title: 'Message undeliverable' }] } : {}
  const status = { id, status: outcome, timestamp: String(Math.floor(at / 1000)), recipient_id: to, ...errors }
  return whatsAppRequest({ statuses: [status] })
}

const MAIL_EVENTS = { delivered: 'email.delivered', read: 'email.opened', failed: 'email.bounced' } as const

function mailEvent({ id, to, outcome, at }: Report): Request {
  const bounce = outcome === 'failed' ? { bounce: { message: 'Mailbox does not exist', subType: 'General' } } : {}
  const created = new Date(at).toISOString()
  const data = { email_id: id, to: [to], created_at: created, ...bounce }
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
