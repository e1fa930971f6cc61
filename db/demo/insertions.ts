import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A statement that inserts many rows from one JSON parameter: D1 binds at most a hundred parameters. */
export type Insertion = { sql: string; json: string }

const ROWS_PER_STATEMENT = 1500

function insertionOf(table: SQLiteTable, rows: readonly Record<string, unknown>[]): Insertion {
  const columns = getTableColumns(table)
  const named = Object.keys(rows[0] ?? {}).map((key) => {
    const column = columns[key]
    if (!column) throw new Error(`${getTableName(table)} has no ${key}`)
    return { key, column }
  })
  const values = rows.map((row) =>
    named.map(({ key, column }) => (row[key] === null ? null : column.mapToDriverValue(row[key]))),
  )
  const names = named.map(({ column }) => `"${column.name}"`).join(', ')
  const places = named.map((_, at) => `json_extract(value, '$[${at}]')`).join(', ')
  return {
    sql: `INSERT INTO "${getTableName(table)}" (${names}) SELECT ${places} FROM json_each(?1)`,
    json: JSON.stringify(values),
  }
}

/** The statements that insert all rows of a table. Every row must have the keys of the first one. */
export function insertionsOf<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): Insertion[] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT)
  return Array.from({ length: count }, (_, at) =>
    insertionOf(table, rows.slice(at * ROWS_PER_STATEMENT, (at + 1) * ROWS_PER_STATEMENT)),
  )
}
