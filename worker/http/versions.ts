import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod/mini'
import { instant } from '#contract/fields'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'

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
 * Refuses at once, before other rules say why the newer record does not allow the change. The batch still needs
 * `versionStatement`: somebody may write in between.
 * @throws DomainError `version-conflict`.
 */
export function assertVersion({ version }: Pick<VersionedRequest, 'version'>, { updatedAt }: { updatedAt: Instant }) {
  if (version !== null && version !== updatedAt) throw new DomainError('version-conflict')
}

/**
 * The statement that fails its batch when the row has another version than the request has read, to stand before the update:
 * of two requests with the same version the second one fails. It compares with NULL, which never fails, for a request without
 * `If-Match`.
 */
export const versionStatement = (request: VersionedRequest, table: Versioned, id: number): Statement =>
  rowVersionStatement(request, table, eq(table.id, id))

/** The same for a row that another column names. */
export function rowVersionStatement(
  { db, version }: VersionedRequest,
  table: SQLiteTable & { updatedAt: SQLiteColumn },
  isRow: SQL,
): Statement {
  const isOther = sql`(SELECT ${table.updatedAt} <> ${version} FROM ${table} WHERE ${isRow})`
  // A path without `$` is an error that names it; `violationIn` does not read it, so that no act takes it for its own.
  return db
    .select({ stopped: sql`CASE WHEN ${isOther} THEN json_extract('{}', 'version-conflict') END` })
    .from(sql`(SELECT 1)`)
}

/** `updatedAt` of a changed row: now, but later than before, as two writes in one millisecond are two versions. */
export const nextVersion = ({ updatedAt }: { updatedAt: SQLiteColumn }, now: Instant): SQL<number> =>
  sql<number>`MAX(${now}, ${updatedAt} + 1)`

const messages = (error: unknown): string[] => (error instanceof Error ? [error.message, ...messages(error.cause)] : [])

/** Rethrows an act's error, that of `versionStatement` as `version-conflict`. */
export function rethrowConflict(error: unknown): never {
  const isConflict = messages(error).some((message) => /D1_ERROR: .*path.*'version-conflict'/i.test(message))
  throw isConflict ? new DomainError('version-conflict') : error
}
