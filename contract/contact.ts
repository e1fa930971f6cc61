import * as z from 'zod/mini'
import type { ErrorCode } from '#domain/errors'
import { whyNotContactMessage, whyNotContactTitle } from '#domain/inbox/contact-request'
import { visibleLine, visibleText } from '#domain/text'
import { normalName, whyNotUserName } from '#domain/users/name'
import { normalPhone, whyNotPhone } from '#domain/users/phone'
import { defineCall } from './call.ts'
import * as calls from './calls/contact.ts'
import { id, idParams, listOf, nothing, queryText, refusing, times, unless } from './fields.ts'
import {
  answerChannel,
  inboxChange,
  inboxChanges,
  inboxEntry,
  inboxErrors,
  inboxFields,
  inboxFilters,
  inboxOutcome,
  inboxText,
} from './inbox.ts'

const said = (whyNot: (value: string) => ErrorCode | null) =>
  z.string(unless('invalid-type')).check(z.overwrite(visibleText), refusing(whyNot))
const saidOnOneLine = (whyNot: (value: string) => ErrorCode | null) =>
  z.string(unless('invalid-type')).check(z.overwrite(visibleLine), refusing(whyNot))
const phone = z.string(unless('invalid-type')).check(z.overwrite(normalPhone), refusing(whyNotPhone))

export const sendContactRequest = defineCall(calls.sendContactRequest, {
  may: 'contact.send',
  summary: 'Write to us; once in six hours from one place',
  body: z.object({
    name: z.string(unless('invalid-type')).check(z.overwrite(normalName), refusing(whyNotUserName)),
    phone,
    title: saidOnOneLine(whyNotContactTitle),
    message: said(whyNotContactMessage),
  }),
  answer: nothing,
  errors: [
    ...([
      'invalid-type',
      'invalid-user-name',
      'short-user-name',
      'long-user-name',
      'invalid-phone',
      'too-many-requests',
    ] as const),
    ...(['short-contact-request-title', 'long-contact-request-title'] as const),
    ...(['short-contact-request-message', 'long-contact-request-message'] as const),
  ],
  creates: true,
})

/** A contact request. `person` is the only account that has verified its phone number. */
export const contactRequest = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  title: z.string(),
  message: z.string(),
  ...inboxFields,
  ...times,
})
export type ContactRequest = z.input<typeof contactRequest>

/** A contact request with its answers and notes, oldest first. */
export const contactThread = z.object({ ...contactRequest.shape, entries: z.array(inboxEntry) })
export type ContactThread = z.input<typeof contactThread>

export const listContactRequests = defineCall(calls.listContactRequests, {
  may: 'contact.list',
  summary: 'Contact requests, newest first',
  query: z.object({ ...inboxFilters, phone: z.optional(queryText) }),
  answer: listOf(contactRequest),
  errors: [],
})

export const getContactRequest = defineCall(calls.getContactRequest, {
  may: 'contact.read',
  summary: 'A contact request with its answers and notes',
  params: idParams,
  answer: contactThread,
  errors: ['contact-request-not-found'],
})

export const changeContactRequest = defineCall(calls.changeContactRequest, {
  may: 'contact.change',
  summary: 'Take or give back a contact request, close it or open it again',
  params: idParams,
  body: inboxChange,
  answer: contactThread,
  errors: ['contact-request-not-found', 'user-not-found', 'empty-request', ...inboxErrors],
  versioned: true,
})

export const changeContactRequests = defineCall(calls.changeContactRequests, {
  may: 'contact.changeMany',
  summary: 'Take, give back, close or reopen several contact requests; each is decided as if it were alone',
  body: inboxChanges,
  answer: inboxOutcome,
  errors: ['empty-request'],
})

export const answerContactRequest = defineCall(calls.answerContactRequest, {
  may: 'contact.answer',
  summary: 'Mail an answer to the account with this number, or record what was said by phone or WhatsApp',
  params: idParams,
  body: z.object({ channel: answerChannel, text: inboxText }),
  answer: contactThread,
  errors: ['contact-request-not-found', ...inboxErrors],
  creates: true,
})

export const noteContactRequest = defineCall(calls.noteContactRequest, {
  may: 'contact.note',
  summary: 'Write a note for staff under a contact request',
  params: idParams,
  body: z.object({ text: inboxText }),
  answer: contactThread,
  errors: ['contact-request-not-found'],
  creates: true,
})
