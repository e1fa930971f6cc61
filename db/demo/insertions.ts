import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** One statement that inserts many rows: they travel as one JSON parameter, since D1 binds at most a hundred. */
export type Insertion = { sql: string; json: string }

const ROWS_A_STATEMENT = 1500

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

/** The statements that insert all rows of a table; every row names the same columns. */
export function insertionsOf<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): Insertion[] {
  const count = Math.ceil(rows.length / ROWS_A_STATEMENT)
  return Array.from({ length: count }, (_, at) =>
    insertionOf(table, rows.slice(at * ROWS_A_STATEMENT, (at + 1) * ROWS_A_STATEMENT)),
  )
}
