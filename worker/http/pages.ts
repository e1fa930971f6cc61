import { asc, desc, eq, getTableName, type InferSelectModel, is, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { isCounted, tableCounts } from '#db/schema/table-counts'
import { MAX_FULL_ROWS } from '#domain/availability/list-window'
import { DomainError } from '#domain/errors'

type Dated = SQLiteTable & { id: SQLiteColumn; createdAt: SQLiteColumn }

/** `page` counts from 1. */
export type Page = { page: number; size: number }

export const offsetOf = ({ page, size }: Page): number => (page - 1) * size

/** The column that a list is sorted by, and the direction (docs/rules/api.md 3.5). */
export type Sorting<Name extends string> = { orderBy: Name; direction: 'asc' | 'desc' }

/** The terms of ORDER BY: the column, then the id, which makes the order of equal values stable. */
export function orderTerms<Name extends string>(
  columns: Readonly<Record<Name, SQLiteColumn>>,
  id: SQLiteColumn,
  { orderBy, direction }: Sorting<Name>,
): [SQL, SQL] {
  const order = direction === 'asc' ? asc : desc
  return [order(columns[orderBy]), order(id)]
}

/** A list counts its rows up to this number; paging does not go further (docs/rules/api.md 3.7). */
export const MOST_COUNTED = 10_000

/**
 * Selects the number of rows, for `countOf`: of a whole table from the count that triggers maintain, where there is one,
 * otherwise by counting up to `MOST_COUNTED` + 1.
 */
export const countStatement = (db: Db, from: SQL | SQLiteTable, where: SQL | undefined) =>
  where === undefined && is(from, SQLiteTable) && isCounted(from)
    ? storedCount(db, from)
    : db
        .select({ found: sql<number>`COUNT(*)` })
        .from(sql`(SELECT 1 FROM ${from} WHERE ${where ?? sql`1`} LIMIT ${MOST_COUNTED + 1}) AS counted`)

/** Selects the row count of a table that triggers maintain; for `countOf`. */
const storedCount = (db: Db, table: SQLiteTable) =>
  db
    .select({ found: sql<number>`${tableCounts.rows}` })
    .from(tableCounts)
    .where(eq(tableCounts.name, getTableName(table)))

/** The number of rows of a list; `isMore`: there are more than `total`. */
export type Count = { total: number; isMore: true | undefined }

/** The rows are those of the counting statement; `total` is at most `MOST_COUNTED`. */
export function countOf(counted: readonly { found: number }[]): Count {
  const found = counted[0]?.found ?? 0
  return { total: Math.min(found, MOST_COUNTED), isMore: found > MOST_COUNTED || undefined }
}

/** Selects the ids of the rows for `firstFound`. */
export const firstIds = (table: SQLiteTable & { id: SQLiteColumn }, where: SQL | undefined): SQL =>
  sql`SELECT ${table.id} FROM ${table} WHERE ${where ?? sql`1`} LIMIT ${MAX_FULL_ROWS + 1}`

/**
 * Limits an unpaged list, before it is sorted, to one row more than `MAX_FULL_ROWS`, so that the database never reads more.
 * `refuseTooLong` then refuses the extra row.
 */
export const firstFound = (table: SQLiteTable & { id: SQLiteColumn }, where: SQL | undefined): SQL =>
  sql`${table.id} IN (${firstIds(table, where)})`

/** @throws DomainError `bad-request` for an unpaged list with too many rows (docs/rules/availability.md 3.2). */
export function refuseTooLong(rows: readonly unknown[]): void {
  if (rows.length > MAX_FULL_ROWS)
    throw new DomainError('bad-request', `full: more than ${MAX_FULL_ROWS} rows, name people or a shorter window`)
}

/** The statements of one page of a table's rows, sorted by `orderTerms`; for `pageOf`. */
export const pageStatements = <T extends SQLiteTable>(
  db: Db,
  table: T,
  where: SQL | undefined,
  page: Page,
  order: readonly [SQL, SQL],
) =>
  [
    countStatement(db, table, where),
    db
      .select()
      .from(table as SQLiteTable)
      .where(where)
      .orderBy(...order)
      .limit(page.size)
      .offset(offsetOf(page)) as unknown as RunnableQuery<InferSelectModel<T>[], 'sqlite'>,
  ] as const

/**
 * Selects the values of these columns in the rows of a page of `pageStatements`, so that related rows can be read in the
 * same round trip. It reads the page a second time, so use it sparingly.
 */
export const valuesOnPage = (
  columns: readonly SQLiteColumn[],
  table: Dated,
  where: SQL | undefined,
  page: Page,
  order: readonly [SQL, SQL],
): SQL =>
  sql`SELECT held.value FROM (SELECT json_array(${sql.join([...columns], sql`, `)}) AS held FROM ${table}
    WHERE ${where ?? sql`1`} ORDER BY ${sql.join([...order], sql`, `)} LIMIT ${page.size} OFFSET ${offsetOf(page)}) AS page,
    json_each(page.held) AS held`

/** The default order of lists: newest first (docs/rules/api.md 3.1). */
export const newestOrder = (table: Dated): [SQL, SQL] => [desc(table.createdAt), desc(table.id)]

/** One page of rows with the total count, from the rows of `pageStatements`. */
export const pageOf = <Row>([counted, rows]: readonly [readonly { found: number }[], Row[]]): {
  rows: Row[]
} & Count => ({
  rows,
  ...countOf(counted),
})

/** One page of a table's rows, newest first, with the total count (docs/rules/api.md 3.1). */
export const newestFirst = <T extends Dated>(db: Db, table: T, where: SQL | undefined, page: Page) =>
  orderedPage(db, table, where, page, newestOrder(table))

/** One page of a table's rows, sorted by `orderTerms`, with the total count. */
export const orderedPage = async <T extends Dated>(
  db: Db,
  table: T,
  where: SQL | undefined,
  page: Page,
  order: readonly [SQL, SQL],
) => pageOf(await db.batch(pageStatements(db, table, where, page, order)))
