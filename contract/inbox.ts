import * as z from 'zod/mini'
import { AnswerChannel, InboxEntryKind, MAX_INBOX_TEXT } from '#domain/inbox/entries'
import { InboxState, MAX_INBOX_CHANGES } from '#domain/inbox/states'
import { Role } from '#domain/roles'
import {
  dateFilter,
  id,
  instant,
  oneOf,
  paging,
  queryBoolean,
  queryIds,
  queryList,
  queryOneOf,
  queryText,
  sorting,
  text,
} from './fields.ts'

/** What reports and contact requests have in common: both are processed in the inbox (docs/rules/staff.md 6.1). */

/** An admin who owns a record or wrote an entry. */
export const inboxAdmin = z.object({ id, name: z.nullable(z.string()), email: z.string() })
export type InboxAdmin = z.input<typeof inboxAdmin>

/** The sender's account. */
export const inboxPerson = z.object({ id, name: z.nullable(z.string()), email: z.string(), role: oneOf(Role) })
export type InboxPerson = z.input<typeof inboxPerson>

export const inboxState = oneOf(InboxState)

export const inboxFields = {
  state: inboxState,
  owner: z.nullable(inboxAdmin),
  /** The sender's account; null if there is none or it is ambiguous. */
  person: z.nullable(inboxPerson),
}

/** An answer or a note. */
export const inboxEntry = z.object({
  id,
  kind: oneOf(InboxEntryKind),
  text: z.string(),
  author: inboxAdmin,
  createdAt: instant,
  /** The delivery state of an answer by mail; null for other entries. */
  delivery: z.nullable(z.enum(['pending', 'sent', 'parked', 'failed'])),
})
export type InboxEntry = z.input<typeof inboxEntry>

/** The filters common to both lists. */
export const inboxFilters = {
  ids: queryIds,
  states: z.optional(queryList(queryOneOf(InboxState))),
  owners: queryIds,
  /** Whether it has an owner. */
  owned: z.optional(queryBoolean),
  /** Matches part of any of the texts. */
  search: z.optional(queryText),
  createdAt: z.optional(dateFilter),
  updatedAt: z.optional(dateFilter),
  ...sorting('createdAt', 'updatedAt'),
  ...paging,
}

/** A change of the state or the owner; `previousOwnerId` is the owner who is replaced. */
export const inboxChange = z.object({
  state: z.optional(inboxState),
  ownerId: z.optional(z.nullable(id)),
  previousOwnerId: z.optional(z.nullable(id)),
})

/** Changes of several records (docs/rules/staff.md 6.6); `version` is the record's `updatedAt` as it was read. */
export const inboxChanges = z.object({
  changes: z.array(z.object({ id, ...inboxChange.shape, version: z.optional(instant) })).check(
    z.minLength(1),
    z.maxLength(MAX_INBOX_CHANGES),
    z.refine((changes) => new Set(changes.map(({ id: one }) => one)).size === changes.length, 'one id twice'),
  ),
})

/** What became of each: as it is now, or why it was refused. */
export const inboxOutcome = z.object({
  changed: z.array(z.object({ id, state: inboxState, ownerId: z.nullable(id), updatedAt: instant })),
  refused: z.array(
    z.object({
      id,
      code: z.enum([
        'report-not-found',
        'contact-request-not-found',
        'user-not-found',
        'version-conflict',
        'taken-by-another',
        'illegal',
      ]),
    }),
  ),
})
export type InboxOutcome = z.input<typeof inboxOutcome>

export const inboxText = text(MAX_INBOX_TEXT).check(z.minLength(1))

export const answerChannel = oneOf(AnswerChannel)

export const inboxErrors = ['taken-by-another', 'illegal'] as const
