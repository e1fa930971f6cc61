import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { Db } from './client.ts'

export type Statement = BatchItem<'sqlite'>

/** The rows of statements, in their order. */
export type RowsOf<Statements extends readonly Statement[]> = BatchResponse<Statements>

/** Runs statements in one batch; the list may be empty. */
export async function batchAll<const Statements extends readonly Statement[]>(
  db: Db,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const [first, ...rest] = statements
  const rows: unknown = first ? await db.batch([first, ...rest]) : []
  return rows as RowsOf<Statements>
}

/** Runs `statements` and then `queries` in one batch, and returns the rows of each: what a change leads to, in its own trip. */
export async function batchThenRead<
  const Statements extends readonly Statement[],
  const Queries extends readonly Statement[],
>(db: Db, statements: Statements, queries: Queries): Promise<{ written: RowsOf<Statements>; read: RowsOf<Queries> }> {
  const rows: readonly unknown[] = await batchAll<readonly Statement[]>(db, [...statements, ...queries])
  const [written, read] = [rows.slice(0, statements.length), rows.slice(statements.length)]
  return { written: written as unknown as RowsOf<Statements>, read: read as unknown as RowsOf<Queries> }
}

/**
 * Runs `statements` and then `query` in one batch, and returns the rows of `query`. Either all of them take effect or
 * none does.
 * @throws when a constraint or trigger of the database refuses one of them.
 */
export async function batchReturning<Row>(
  db: Db,
  statements: readonly Statement[],
  query: RunnableQuery<Row[], 'sqlite'>,
): Promise<Row[]> {
  const [first, ...rest] = statements
  const results = await db.batch(first ? [first, ...rest, query] : [query])
  return results[results.length - 1]
}
