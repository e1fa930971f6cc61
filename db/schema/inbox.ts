import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { InboxEntryKind } from '#domain/inbox/entries'
import { createdAt, id, isMember } from './columns.ts'
import { contactRequests } from './contact.ts'
import { reports } from './reports.ts'
import { users } from './users.ts'

/** Answers and internal notes of a report or a contact request. Triggers refuse to change or delete a row. */
export const inboxEntries = sqliteTable(
  'inbox_entries',
  {
    id: id(),
    reportId: integer('report_id').references(() => reports.id),
    contactRequestId: integer('contact_request_id').references(() => contactRequests.id),
    kind: integer('kind').$type<InboxEntryKind>().notNull(),
    text: text('text').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    /** The `dedupeKey` of the outbox row of an answer by mail. */
    messageKey: text('message_key'),
    createdAt: createdAt(),
  },
  (t) => [
    check('inbox_entries_one_record', sql`(${t.reportId} IS NULL) <> (${t.contactRequestId} IS NULL)`),
    check('inbox_entries_kind', isMember(t.kind, InboxEntryKind)),
    check('inbox_entries_mail', sql`(${t.messageKey} IS NOT NULL) = (${t.kind} = 1)`),
    index('inbox_entries_report').on(t.reportId).where(sql`report_id IS NOT NULL`),
    index('inbox_entries_contact').on(t.contactRequestId).where(sql`contact_request_id IS NOT NULL`),
  ],
)
