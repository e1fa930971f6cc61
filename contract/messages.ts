import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/messages.ts'
import { dateFilter, id, instant, listOf, paging, queryList, queryText } from './fields.ts'

const channel = z.enum(['email', 'whatsapp'])

/**
 * A message that was parked after its last attempt, or because it may have been sent. Its content is never answered
 * (docs/rules/staff.md 6.5).
 */
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
  summary: 'Messages that could not be delivered, newest first, with masked recipients',
  query: z.object({
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
