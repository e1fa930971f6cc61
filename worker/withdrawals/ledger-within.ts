import { type SQL, sql } from 'drizzle-orm'
import type { IdsOfKind } from '#domain/withdrawals/ledger-parts'

/**
 * The condition that a column, given as SQL text, is one of these ids. Range ends are literals and lists one JSON text,
 * since D1 binds at most 100 values.
 */
export const within = (column: string, ids: IdsOfKind): SQL =>
  'from' in ids
    ? sql.raw(`${column} BETWEEN ${ids.from} AND ${ids.to}`)
    : sql`${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
