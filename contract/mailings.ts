import * as z from 'zod/mini'
import { MAX_MAILING_TEXT, MAX_MAILING_TITLE, mailLanguages, whyNotMailText } from '#domain/mailings/mail'
import { leftOutReasons, MAX_MAILING_PEOPLE, mailingTemplates } from '#domain/mailings/mailing'
import { defineCall } from './call.ts'
import * as calls from './calls/mailings.ts'
import { id, idParams, instant, line, listOf, nothing, paging, refusing, text } from './fields.ts'
import { accountFilters, person } from './users.ts'

/** Messages of staff to a list of people (docs/rules/staff.md 18.1). */

const template = z.enum(mailingTemplates)
const people = z.array(id).check(z.minLength(1), z.maxLength(MAX_MAILING_PEOPLE))

export const mailWords = z.object({
  title: line(MAX_MAILING_TITLE).check(z.minLength(1), refusing(whyNotMailText)),
  text: text(MAX_MAILING_TEXT).check(z.minLength(1), refusing(whyNotMailText)),
})

const writtenWords = z.object({
  ar: mailWords,
  /** For readers of English, who otherwise get the Arabic ones. */
  en: z.optional(z.nullable(mailWords)),
})

const mailing = z.object({
  id,
  template,
  /** What staff wrote; null for a template with fixed words. */
  words: z.nullable(writtenWords),
  sender: person,
  chosen: z.int(),
  leftOut: z.int(),
  /** Those to whom it has not gone yet. */
  waiting: z.int(),
  /** Mails that the provider has accepted, and those of them that were delivered. */
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  createdAt: instant,
})
export type Mailing = z.input<typeof mailing>

const leftOut = z.object({ ...person.shape, reason: z.enum(leftOutReasons) })
export type LeftOut = z.input<typeof leftOut>

/** Somebody who would get it, with the language in which they read it. */
const reader = z.object({
  ...person.shape,
  language: z.enum(mailLanguages),
  /** Whether a device of theirs receives notifications. */
  hasDevice: z.boolean(),
})
export type MailingReader = z.input<typeof reader>

const choice = z.object({ isWanted: z.boolean(), language: z.enum(mailLanguages) })
export type MailingChoice = z.input<typeof choice>

export const previewMailing = defineCall(calls.previewMailing, {
  may: 'mailing.preview',
  summary:
    'Who of these people would get a message by this template, and who not and why; illegal where more match than one message is for',
  body: z.object({
    template,
    /** Either these people … */
    ids: z.optional(people),
    /** … or all accounts that match what the list of accounts is filtered by. */
    matching: z.optional(z.strictObject(accountFilters)),
  }),
  answer: z.object({ readers: z.array(reader), leftOut: z.array(leftOut) }),
  errors: ['user-not-found', 'illegal'],
})

export const sendMailing = defineCall(calls.sendMailing, {
  may: 'mailing.send',
  creates: true,
  summary: 'Send a message to these people; illegal where nobody of them gets it',
  body: z.object({
    ids: people,
    template,
    /** For the template `news`, and for no other. */
    words: z.optional(z.nullable(writtenWords)),
  }),
  answer: mailing,
  errors: ['user-not-found', 'illegal', 'too-many-requests', 'mailing-with-link'],
})

export const listMailings = defineCall(calls.listMailings, {
  may: 'mailing.list',
  summary: 'The messages that were sent to lists of people, newest first',
  query: z.object(paging),
  answer: listOf(mailing),
  errors: [],
})

export const getMailing = defineCall(calls.getMailing, {
  may: 'mailing.read',
  summary: 'A message to a list of people, with who did not get it and why',
  params: idParams,
  answer: z.object({ ...mailing.shape, people: z.array(leftOut) }),
  errors: ['not-found'],
})

export const readMailingChoice = defineCall(calls.readMailingChoice, {
  may: 'mailingChoice.read',
  viewable: true,
  summary: 'Whether the caller gets messages to a list of people, and in which language',
  answer: choice,
  errors: [],
})

export const changeMailingChoice = defineCall(calls.changeMailingChoice, {
  may: 'mailingChoice.change',
  summary: 'Get messages to a list of people, or do not, and choose their language',
  body: choice,
  answer: choice,
  errors: [],
})

export const stopMailings = defineCall(calls.stopMailings, {
  may: 'mailingChoice.stop',
  summary:
    'Stop messages to a list of people by the link in one, without signing in; also one click in a mail program (RFC 8058)',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: nothing,
  errors: ['invalid-verification-code'],
})
