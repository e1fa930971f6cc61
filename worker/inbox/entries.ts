import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { inboxEntries } from '#db/schema/inbox'
import { outbox } from '#db/schema/outbox'
import type { Instant } from '#domain/cairo'
import type { InboxEntryKind } from '#domain/inbox/entries'
import type { accountsOf } from './people.ts'
import type { InboxKind } from './records.ts'

/** The ids of the authors of a record's entries. */
export const authorsOf = (kind: InboxKind, id: number): SQL =>
  sql`SELECT ${inboxEntries.authorId} FROM ${inboxEntries} WHERE ${eq(kind.entryColumn, id)}`

/** The query whose rows `entriesOf` takes. */
export const entriesStatement = (db: Db, kind: InboxKind, id: number) =>
  db
    .select({
      id: inboxEntries.id,
      kind: inboxEntries.kind,
      text: inboxEntries.text,
      authorId: inboxEntries.authorId,
      createdAt: inboxEntries.createdAt,
      delivery: outbox.status,
    })
    .from(inboxEntries)
    .leftJoin(outbox, sql`${outbox.dedupeKey} = ${inboxEntries.messageKey} AND ${outbox.dedupeKey} IS NOT NULL`)
    .where(eq(kind.entryColumn, id))
    .orderBy(asc(inboxEntries.id))

/**
 * The answers and notes of a record, oldest first, with the delivery state of their mails; `accounts` are those of
 * `authorsOf`.
 */
export const entriesOf = (
  rows: Awaited<ReturnType<typeof entriesStatement>>,
  accounts: ReturnType<typeof accountsOf>,
) =>
  rows.map(({ authorId, ...row }) => ({
    ...row,
    author: accounts.admin(authorId) ?? { id: authorId, name: null, email: '' },
  }))

export type NewEntry = {
  kind: InboxEntryKind
  text: string
  authorId: number
  /** The `dedupeKey` of its mail. */
  messageKey?: string
}

export const entryStatement = (db: Db, kind: InboxKind, id: number, entry: NewEntry, now: Instant): Statement =>
  db.insert(inboxEntries).values({ ...entry, [kind.entryField]: id, createdAt: now })
