import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod/mini'
import { instant } from '#contract/fields'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { refuseIf } from './constraints.ts'

/** A record's version is its `updatedAt` (docs/rules/staff.md 3.3). */

type Versioned = SQLiteTable & { id: SQLiteColumn; updatedAt: SQLiteColumn }

/** `version` is what the request has read, null for a request that overwrites whatever is stored. */
type VersionedRequest = { db: Db; version: Instant | null }

/**
 * The version that the header `If-Match` names; null without it.
 * @throws DomainError `bad-request` for anything but one quoted instant, `*` included.
 */
export function readVersion(headers: Headers): Instant | null {
  const header = headers.get('if-match')
  if (header === null) return null
  const version = z.safeDecode(instant, /^"(.*)"$/.exec(header)?.[1] ?? '')
  if (!version.success) throw new DomainError('bad-request', 'If-Match: the quoted updatedAt of the record')
  return version.data
}

/**
 * Refuses an outdated version before other rules are checked, whose refusals would describe the newer record. The batch
 * still needs `versionStatement`, since another write may happen in between.
 * @throws DomainError `version-conflict`.
 */
export function assertVersion({ version }: Pick<VersionedRequest, 'version'>, { updatedAt }: { updatedAt: Instant }) {
  if (version !== null && version !== updatedAt) throw new DomainError('version-conflict')
}

/**
 * The statement that fails its batch when the row's version differs from the request's `If-Match`; it must precede the
 * update, so that of two requests with the same version the second fails. Without `If-Match` it compares with NULL, which
 * never fails.
 */
export const versionStatement = (request: VersionedRequest, table: Versioned, id: number): Statement =>
  rowVersionStatement(request, table, eq(table.id, id))

/** As `versionStatement`, for a row selected by any condition. */
export function rowVersionStatement(
  { db, version }: VersionedRequest,
  table: SQLiteTable & { updatedAt: SQLiteColumn },
  where: SQL,
): Statement {
  const isOther = sql`(SELECT ${table.updatedAt} <> ${version} FROM ${table} WHERE ${where})`
  return refuseIf(db, 'version-conflict', isOther)
}

/**
 * The next `updatedAt`: now, but at least one millisecond later than before, so that two writes in one millisecond are two
 * versions.
 */
export const nextVersion = ({ updatedAt }: { updatedAt: SQLiteColumn }, now: Instant): SQL<number> =>
  sql<number>`MAX(${now}, ${updatedAt} + 1)`

/**
 * The next version of a lesson or meeting whose time or state changes, with the number by which calendars know that theirs is older
 * (docs/rules/calendar.md 2.2).
 */
export const nextInCalendar = (table: { updatedAt: SQLiteColumn; sequence: SQLiteColumn }, now: Instant) => ({
  updatedAt: nextVersion(table, now),
  sequence: sql<number>`${table.sequence} + 1`,
})
