import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

const folder = new URL('../db/migrations/', import.meta.url)

export const migrationFiles = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()

export const readMigration = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

type Row = Record<string, SQLInputValue>

/** An SQLite database in memory with all migrations and with foreign keys enforced, as in D1. */
export function openMigratedDb() {
  const db = new DatabaseSync(':memory:')
  db.exec('PRAGMA foreign_keys = ON')
  for (const file of migrationFiles)
    for (const statement of readMigration(file).split('--> statement-breakpoint')) db.exec(statement)

  const run = (sql: string, ...values: SQLInputValue[]): number =>
    Number(db.prepare(sql).run(...values).lastInsertRowid)

  /** Inserts a row, given by column names. Returns its id. */
  const insert = (table: string, row: Row): number => {
    const names = Object.keys(row).map((name) => `"${name}"`)
    return run(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`, ...Object.values(row))
  }

  /** The first column of a query's first row. */
  const queryValue = (sql: string, ...values: SQLInputValue[]): unknown =>
    Object.values(db.prepare(sql).get(...values) ?? {})[0]

  /** Applies all writes or none, as `db.batch` does. */
  const batch = (write: () => void): void => {
    db.exec('BEGIN')
    try {
      write()
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

  return { run, insert, queryValue, batch }
}
