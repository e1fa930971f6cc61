import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import {
  emailEvent,
  type notifyEmail,
  type notifyWhatsApp,
  type verifyWhatsAppWebhook,
  type whatsAppStatus,
} from '#contract/messages'
import { batchAll } from '#db/batch'
import { outbox } from '#db/schema/outbox'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { type Channel, type DeliveryReport, MAX_DELIVERY_ERROR } from '#domain/messages/delivery'
import { GIVEN_UP_TEMPLATES } from '#domain/messages/undelivered'
import { cutText } from '#domain/text'
import type { Act, ActContext } from '../http/bind.ts'
import { isAmong } from '../http/filters.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { isEmailEventSigned } from '../outside/email/webhook.ts'
import { changesOf, isVerifyToken, isWhatsAppSigned } from '../outside/whatsapp/webhook.ts'
import { sendFallbacks } from './fallbacks.ts'
import { triggerDelivery } from './outbox.ts'
import { storeReply } from './whatsapp-replies.ts'

/** A report may come before our own row says that its message was accepted; the provider then repeats the request. */
const MAY_BE_EARLY_FOR = minutes(5)
/** Messages that one batch updates, so that no batch grows with the request. */
const AT_ONCE = 50

type Context = Pick<ActContext<typeof notifyEmail>, 'db' | 'env' | 'now' | 'after'>

/** A code is not sent again, and neither is a mailing, so that they do not wait for staff. */
const statusOfFailed = sql`CASE WHEN ${isAmong(outbox.template, GIVEN_UP_TEMPLATES)} THEN 'failed' ELSE 'parked' END`

/**
 * The statement that applies one report. Reports come in any order and more than once: what reached the recipient has not
 * failed, whatever is reported later.
 */
function reportStatement({ db, now }: Context, channel: Channel, { providerId, event, at, error }: DeliveryReport) {
  const reportedAt = Math.min(at, now)
  const isThis = and(eq(outbox.providerId, providerId), eq(outbox.channel, channel))
  if (event === 'failed')
    return db
      .update(outbox)
      .set({
        status: statusOfFailed as SQL<'parked'>,
        lastError: cutText(error ?? 'failed', MAX_DELIVERY_ERROR),
        fallbackAt: sql`CASE WHEN ${outbox.fallbackAt} IS NULL THEN NULL ELSE ${now} END`,
      })
      .where(and(isThis, eq(outbox.status, 'sent'), isNull(outbox.deliveredAt)))
  return db
    .update(outbox)
    .set({
      status: 'sent',
      deliveredAt: sql`COALESCE(${outbox.deliveredAt}, ${reportedAt})`,
      readAt: event === 'read' ? sql`COALESCE(${outbox.readAt}, ${reportedAt})` : outbox.readAt,
      fallbackAt: null,
    })
    .where(isThis)
}

/**
 * Stores what a provider reports of its messages (docs/rules/messages.md 1.10).
 * @throws DomainError `service-unavailable` for a report of the last minutes about a message that we do not know yet, so that
 * the provider repeats it; what is known of the same request has been stored.
 */
async function applyReports(ctx: Context, channel: Channel, reports: readonly DeliveryReport[]): Promise<void> {
  const { db, env, now, after } = ctx
  const known = new Set<string | null>()
  for (let from = 0; from < reports.length; from += AT_ONCE) {
    const some = reports.slice(from, from + AT_ONCE)
    const ids = some.map(({ providerId }) => providerId)
    const [found] = await batchAll(db, [
      db
        .select({ providerId: outbox.providerId })
        .from(outbox)
        .where(and(isAmong(outbox.providerId, ids), eq(outbox.channel, channel))),
      ...some.map((report) => reportStatement(ctx, channel, report)),
    ])
    for (const { providerId } of found as { providerId: string | null }[]) known.add(providerId)
  }
  if (reports.some(({ event }) => event === 'failed')) {
    await sendFallbacks(env, db, now)
    await triggerDelivery(env)
    after(notifyQueues(env, 'messages'))
  }
  const isEarly = ({ providerId, at }: DeliveryReport) => !known.has(providerId) && now - at < MAY_BE_EARLY_FOR
  if (reports.some(isEarly)) throw new DomainError('service-unavailable', 'a message that is not known yet')
}

const EVENTS_OF_WHATSAPP = new Map<string, DeliveryReport['event']>([
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
])

function reportOfWhatsApp({ id, status, timestamp, errors }: z.output<typeof whatsAppStatus>): DeliveryReport[] {
  const event = EVENTS_OF_WHATSAPP.get(status)
  if (!event) return []
  const [first] = errors ?? []
  const error = first ? `WhatsApp ${first.code}: ${first.title ?? ''}` : null
  return [{ providerId: id, event, at: Number(timestamp) * 1000, error }]
}

/** Meta checks by GET that the webhook is ours. @throws DomainError `forbidden` for another token. */
export const verify: Act<typeof verifyWhatsAppWebhook> = async ({ query, env }) => {
  if (query['hub.mode'] !== 'subscribe' || !isVerifyToken(env, query['hub.verify_token']))
    throw new DomainError('forbidden', 'hub.verify_token')
  return new Response(query['hub.challenge'], { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/**
 * WhatsApp reports what became of messages, and what people have answered (docs/rules/messages.md 1.10, 1.12). What we do not
 * know is accepted and changes nothing.
 * @throws DomainError `forbidden` for a wrong signature, `service-unavailable` as `applyReports`.
 */
export const onWhatsApp: Act<typeof notifyWhatsApp> = async (ctx) => {
  const { body, env, headers, text } = ctx
  if (!isWhatsAppSigned(env, text, headers.get('x-hub-signature-256'))) throw new DomainError('forbidden', 'signature')
  const { changes, unknown } = changesOf(env, body)
  if (unknown > 0) log(env, 'warn', 'notice-of-unknown-type', { provider: 'whatsapp', count: unknown })
  for (const { contacts = [], messages = [] } of changes)
    for (const message of messages)
      await storeReply(ctx, message, contacts.find(({ wa_id }) => wa_id === message.from)?.profile?.name ?? null)
  await applyReports(
    ctx,
    'whatsapp',
    changes.flatMap(({ statuses = [] }) => statuses.flatMap(reportOfWhatsApp)),
  )
  return undefined
}

/** A map: a record would find `constructor` too. A complaint means that the mail was delivered; a delay is followed by one of the others. */
const EVENTS_OF_MAIL = new Map<string, DeliveryReport['event']>([
  ['email.delivered', 'delivered'],
  ['email.complained', 'delivered'],
  ['email.opened', 'read'],
  ['email.clicked', 'read'],
  ['email.bounced', 'failed'],
  ['email.failed', 'failed'],
  ['email.suppressed', 'failed'],
])

const instantOf = (text: string, now: Instant): Instant => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? now : at
}

/**
 * Resend reports what became of a mail (docs/rules/messages.md 1.10). An event that we do not know is accepted and changes
 * nothing.
 * @throws DomainError `forbidden` for a wrong or old signature, `service-unavailable` as `applyReports`.
 */
export const onEmail: Act<typeof notifyEmail> = async (ctx) => {
  const { body, env, headers, now, text } = ctx
  if (!isEmailEventSigned(env, text, headers, now)) throw new DomainError('forbidden', 'signature')
  const event = EVENTS_OF_MAIL.get(body.type)
  const data = emailEvent.safeParse(body.data)
  if (!event || !data.success) return undefined
  const { email_id: providerId, bounce } = data.data
  const error = `Resend ${body.type}: ${bounce?.subType ?? ''} ${bounce?.message ?? ''}`.trim()
  await applyReports(ctx, 'email', [{ providerId, event, at: instantOf(body.created_at, now), error }])
  return undefined
}
