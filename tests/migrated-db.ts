import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

const folder = new URL('../db/migrations/', import.meta.url)

export const migrationFiles = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()

export const readMigration = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

/**
 * The insertion without the columns that later migrations add to its table, and without the rows whose kind they add to a CHECK;
 * null where they add the table, and for a change of rows, which may name such columns.
 */
function insertionInto(db: DatabaseSync, sql: string): string | null {
  const [, table = '', listed = '', listedPlaces = '', rest = ''] =
    /^INSERT INTO "(\w+)" \((.*?)\) SELECT (.*) (FROM json_each.*)$/s.exec(sql) ?? []
  if (sql.startsWith('UPDATE ')) return null
  if (table === '') return sql
  const existing = new Set(
    db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name),
  )
  if (existing.size === 0) return null
  const places = listedPlaces.split(/, (?=json_extract)/)
  const columns = listed
    .split(', ')
    .map((name, at) => ({ name, place: places[at] }))
    .filter(({ name }) => existing.has(name.replaceAll('"', '')))
  return `INSERT OR IGNORE INTO "${table}" (${columns.map(({ name }) => name)}) SELECT ${columns.map(({ place }) => place)} ${rest}`
}

/** A database with rows that were inserted after the migrations that `isBefore`; the others follow. */
export function migratedAround(
  isBefore: (file: string) => boolean,
  rows: readonly { sql: string; json: string }[],
): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const file of migrationFiles.filter(isBefore)) db.exec(readMigration(file))
  for (const { sql, json } of rows) {
    const insertion = insertionInto(db, sql)
    if (insertion !== null) db.prepare(insertion).run(json)
  }
  for (const file of migrationFiles.filter((one) => !isBefore(one))) db.exec(readMigration(file))
  return db
}

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
