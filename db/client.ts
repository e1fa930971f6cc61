import { drizzle } from 'drizzle-orm/d1'

/**
 * The database of a request, an event or a job. Writes go through `batch`: D1 knows no transactions. A select in a batch
 * comes back by column names, so that it must not take two columns of one name from two tables.
 */
export const openDb = (d1: D1Database) => drizzle(d1)
export type Db = ReturnType<typeof openDb>
