import * as z from 'zod/mini'
import { DELIVERY_STATES } from '#domain/messages/delivery'
import { defineCall } from './call.ts'
import * as calls from './calls/messages.ts'
import { dateFilter, id, instant, listOf, nothing, paging, queryList, queryText } from './fields.ts'

const channel = z.enum(['email', 'whatsapp'])
const state = z.enum(DELIVERY_STATES)

/** A message to a person. Its content is never answered (docs/rules/staff.md 6.5). */
export const undeliveredMessage = z.object({
  id,
  channel,
  /** The kind of message, such as `lesson_reminder`. */
  template: z.string(),
  /** Masked. */
  to: z.string(),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: instant,
  state,
  sentAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  readAt: z.nullable(instant),
  /** Whether a mail went to the same person because it did not arrive in time. */
  fallbackSent: z.boolean(),
  /** False for a code, which has expired. */
  retryable: z.boolean(),
  /** True if a send was interrupted or got no proof of acceptance: sending it again may deliver it twice. */
  mayHaveArrived: z.boolean(),
})
export type UndeliveredMessage = z.input<typeof undeliveredMessage>

/** At most a page of the list. */
const messageIds = z.array(id).check(z.minLength(1), z.maxLength(100))

/** How many of them were still parked. */
const outcome = z.object({ count: z.int() })

export const listUndelivered = defineCall(calls.listUndelivered, {
  may: 'message.listUndelivered',
  summary:
    'Messages that wait for staff, or in another state those of the last seven days, newest first, with masked recipients',
  query: z.object({
    state: z._default(state, 'parked'),
    channel: z.optional(channel),
    templates: z.optional(queryList(queryText)),
    createdAt: z.optional(dateFilter),
    ...paging,
  }),
  answer: listOf(undeliveredMessage),
  errors: [],
})

export const retryMessages = defineCall(calls.retryMessages, {
  may: 'message.retry',
  summary: 'Send undelivered messages again; those sent or discarded meanwhile are passed over',
  body: z.object({ ids: messageIds }),
  answer: outcome,
  errors: ['illegal'],
})

export const discardMessages = defineCall(calls.discardMessages, {
  may: 'message.discard',
  summary: 'Give undelivered messages up, for the reason in X-Reason',
  body: z.object({ ids: messageIds }),
  answer: outcome,
  errors: ['illegal'],
})

/** Meta's name of each parameter has a dot. */
export const verifyWhatsAppWebhook = defineCall(calls.verifyWhatsAppWebhook, {
  may: 'message.verifyWhatsApp',
  summary: 'WhatsApp checks that the webhook is ours; answers the challenge as text',
  query: z.object({
    'hub.mode': queryText,
    'hub.verify_token': queryText,
    'hub.challenge': queryText,
  }),
  answer: z.string(),
  errors: ['forbidden'],
})

/** WhatsApp sends up to 3 MB. */
const WHATSAPP_MAX_BYTES = 3 * 1024 * 1024

/** What happened to a message of ours; `timestamp` in seconds. */
export const whatsAppStatus = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  status: z.string(),
  timestamp: z.string().check(z.regex(/^\d{1,11}$/)),
  errors: z.optional(z.array(z.object({ code: z.number(), title: z.optional(z.string()) }))),
})

/** What somebody has written to our number. */
export const whatsAppReply = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  from: z.string().check(z.regex(/^\d{5,20}$/)),
  type: z.string(),
  text: z.optional(z.object({ body: z.string() })),
})

/** The value of a change of the field `messages`. */
export const whatsAppChange = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.optional(
    z.array(z.object({ wa_id: z.string(), profile: z.optional(z.object({ name: z.optional(z.string()) })) })),
  ),
  statuses: z.optional(z.array(whatsAppStatus)),
  messages: z.optional(z.array(whatsAppReply)),
})

export const notifyWhatsApp = defineCall(calls.notifyWhatsApp, {
  may: 'message.notifyWhatsApp',
  summary: 'WhatsApp reports what became of messages, and replies; authenticated by X-Hub-Signature-256',
  body: z.object({
    object: z.string(),
    entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.looseObject({}) })) })),
  }),
  maxBytes: WHATSAPP_MAX_BYTES,
  answer: nothing,
  errors: ['forbidden', 'service-unavailable'],
})

/** An event of Resend's about one mail. */
export const emailEvent = z.object({
  email_id: z.string().check(z.minLength(1), z.maxLength(256)),
  bounce: z.optional(z.object({ message: z.optional(z.string()), subType: z.optional(z.string()) })),
})

export const notifyEmail = defineCall(calls.notifyEmail, {
  may: 'message.notifyEmail',
  summary: 'Resend reports what became of a mail; authenticated by svix-signature',
  body: z.object({ type: z.string(), created_at: z.string(), data: z.looseObject({}) }),
  answer: nothing,
  errors: ['forbidden', 'service-unavailable'],
})
