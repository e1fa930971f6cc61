import type * as z from 'zod/mini'
import {
  answerContactRequest,
  changeContactRequest,
  changeContactRequests,
  getContactRequest,
  noteContactRequest,
} from '#contract/calls/contact'
import { answerReport, changeReport, changeReports, getReport, noteReport } from '#contract/calls/reports'
import type { ContactThread } from '#contract/contact'
import type { InboxAdmin, InboxEntry, InboxOutcome, InboxPerson, inboxChange, inboxChanges } from '#contract/inbox'
import type { ReportThread } from '#contract/reports'
import { AnswerChannel } from '#domain/inbox/entries'
import type { InboxState } from '#domain/inbox/states'
import type { RecordKind } from '#domain/staff/records'
import { type RequestOptions, request } from '../../platform/api.ts'

/** A report or a contact request, as the reading pane shows it. */
export type InboxRecord = {
  id: number
  title: string
  text: string
  state: InboxState
  owner: InboxAdmin | null
  person: InboxPerson | null
  /** For a contact request: the name and phone that its author gave. */
  contact: { name: string; phone: string } | null
  /** For a report that a minor has sent. */
  byMinor: boolean
  /** For a report that disputes a lesson: the lesson. */
  lessonId: number | null
  screenshot: string | null
  log: string | null
  createdAt: string
  updatedAt: string
  entries: readonly InboxEntry[]
}

export type InboxChange = z.input<typeof inboxChange>
export type ListedChange = z.input<typeof inboxChanges>['changes'][number]
export type InboxAnswer = { channel: AnswerChannel; text: string }

/** The record's kind in the audit log. */
export const recordKindOf = ({ kind }: Pick<InboxSource, 'kind'>): RecordKind =>
  kind === 'report' ? 'report' : 'contact-request'

/** The calls of one of the two kinds of records. */
export type InboxSource = {
  /** Part of the query key. */
  kind: 'report' | 'contact'
  read: (id: number, options: RequestOptions) => Promise<InboxRecord>
  change: (id: number, change: InboxChange, options: RequestOptions) => Promise<InboxRecord>
  changeMany: (changes: readonly ListedChange[]) => Promise<InboxOutcome>
  answer: (id: number, answer: InboxAnswer, options: RequestOptions) => Promise<InboxRecord>
  note: (id: number, text: string, options: RequestOptions) => Promise<InboxRecord>
}

const ofReport = ({ description, userId: _, resolved: _resolved, ...report }: ReportThread): InboxRecord => ({
  ...report,
  text: description,
  contact: null,
})

const ofContact = ({ name, phone, message, ...request }: ContactThread): InboxRecord => ({
  ...request,
  text: message,
  contact: { name, phone },
  byMinor: false,
  lessonId: null,
  screenshot: null,
  log: null,
})

export const reportSource: InboxSource = {
  kind: 'report',
  read: async (id, options) => ofReport(await request(getReport, { params: { id } }, options)),
  change: async (id, body, options) => ofReport(await request(changeReport, { params: { id }, body }, options)),
  changeMany: (changes) => request(changeReports, { body: { changes: [...changes] } }),
  answer: async (id, { text }, options) =>
    ofReport(await request(answerReport, { params: { id }, body: { text } }, options)),
  note: async (id, text, options) => ofReport(await request(noteReport, { params: { id }, body: { text } }, options)),
}

export const contactSource: InboxSource = {
  kind: 'contact',
  read: async (id, options) => ofContact(await request(getContactRequest, { params: { id } }, options)),
  change: async (id, body, options) =>
    ofContact(await request(changeContactRequest, { params: { id }, body }, options)),
  changeMany: (changes) => request(changeContactRequests, { body: { changes: [...changes] } }),
  answer: async (id, body, options) =>
    ofContact(await request(answerContactRequest, { params: { id }, body }, options)),
  note: async (id, text, options) =>
    ofContact(await request(noteContactRequest, { params: { id }, body: { text } }, options)),
}

/** How a record can be answered: a report by mail, a contact request also by mail where its number belongs to one account. */
export function channelsOf({ contact, person }: InboxRecord): readonly AnswerChannel[] {
  const { Email, Phone, WhatsApp } = AnswerChannel
  if (!contact) return person ? [Email] : []
  return person ? [Phone, WhatsApp, Email] : [Phone, WhatsApp]
}
