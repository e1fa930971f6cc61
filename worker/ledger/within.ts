import { type SQL, sql } from 'drizzle-orm'
import type { IdsOfKind } from '#domain/ledger/parts'

/**
 * Whether a column, in the words of SQL, is one of these ids. Ends are literals and ids one JSON text, as D1 binds a hundred values
 * at most.
 */
export const within = (column: string, ids: IdsOfKind): SQL =>
  'from' in ids
    ? sql.raw(`${column} BETWEEN ${ids.from} AND ${ids.to}`)
    : sql`${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
