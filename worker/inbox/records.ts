import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { contactRequests } from '#db/schema/contact'
import { inboxEntries } from '#db/schema/inbox'
import { reports } from '#db/schema/reports'
import type { Instant } from '#domain/cairo'
import { DomainError, type ErrorCode } from '#domain/errors'
import { InboxEntryKind } from '#domain/inbox/entries'
import { type InboxRecord, InboxState } from '#domain/inbox/states'
import { isAmong } from '../http/filters.ts'
import { nextVersion } from '../http/versions.ts'

type InboxTable = SQLiteTable & Record<'id' | 'state' | 'ownerId' | 'updatedAt', SQLiteColumn>

/** A kind of inbox record; the tables of both kinds share the inbox columns. */
export type InboxKind = {
  /** Its name in the audit log. */
  name: 'report' | 'contact-request'
  /** The staff queue in which it waits. */
  queue: 'reports' | 'contact-requests'
  table: InboxTable
  /** The column of an entry that references the record. */
  entryColumn: typeof inboxEntries.reportId | typeof inboxEntries.contactRequestId
  entryField: 'reportId' | 'contactRequestId'
  notFound: ErrorCode
  /** Columns derived from the state. */
  mirrored: (state: InboxState) => { resolved?: boolean }
}

export const REPORT: InboxKind = {
  name: 'report',
  queue: 'reports',
  table: reports,
  entryColumn: inboxEntries.reportId,
  entryField: 'reportId',
  notFound: 'report-not-found',
  mirrored: (state) => ({ resolved: state === InboxState.Closed }),
}

export const CONTACT_REQUEST: InboxKind = {
  name: 'contact-request',
  queue: 'contact-requests',
  table: contactRequests,
  entryColumn: inboxEntries.contactRequestId,
  entryField: 'contactRequestId',
  notFound: 'contact-request-not-found',
  mirrored: () => ({}),
}

export type StoredRecord = InboxRecord & { updatedAt: Instant }

/** Selects the records with these ids. */
export function recordsStatement(db: Db, { table, entryColumn }: InboxKind, ids: readonly number[]) {
  const answers = db
    .select({ id: inboxEntries.id })
    .from(inboxEntries)
    .where(and(eq(entryColumn, table.id), sql`${inboxEntries.kind} <> ${InboxEntryKind.Note}`))
  return db
    .select({
      id: sql<number>`${table.id}`,
      state: sql<InboxState>`${table.state}`,
      ownerId: sql<number | null>`${table.ownerId}`,
      updatedAt: sql<Instant>`${table.updatedAt}`,
      hasAnswer: sql`EXISTS ${answers}`.mapWith(Boolean),
    })
    .from(table as SQLiteTable)
    .where(isAmong(table.id, ids))
    .orderBy(table.id)
}

/** @throws DomainError the kind's code when there is no such record. */
export async function findRecord(db: Db, kind: InboxKind, id: number): Promise<StoredRecord> {
  const [found] = await recordsStatement(db, kind, [id])
  if (!found) throw new DomainError(kind.notFound)
  return found
}

/** The condition that the record's state or owner has changed. */
export const hasChanged = ({ table }: InboxKind, id: number, { state, ownerId }: InboxRecord): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${id} AND ${table.state} = ${state} AND ${table.ownerId} IS ${ownerId})`

/** The statement that updates the state and the owner of a record. */
export const saveStatement = (
  db: Db,
  kind: InboxKind,
  id: number,
  { state, ownerId }: Pick<InboxRecord, 'state' | 'ownerId'>,
  now: Instant,
): Statement =>
  db
    .update(kind.table as typeof reports)
    .set({ state, ownerId, ...kind.mirrored(state), updatedAt: nextVersion(kind.table, now) })
    .where(eq(kind.table.id, id))
