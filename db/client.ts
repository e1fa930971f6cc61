import { drizzle } from 'drizzle-orm/d1'

/** The methods of a D1 database or session that are used. */
export type Queries = Pick<D1Database, 'prepare' | 'batch'>

/**
 * The database of a request, an event or a job. Writes go through `batch`: D1 has no interactive transactions. The rows of a
 * select inside a batch are keyed by column name, so it must not select columns of the same name from two tables.
 */
export const openDb = (d1: Queries) => drizzle(d1 as D1Database)
export type Db = ReturnType<typeof openDb>
