import type { Queries } from '#db/client'
import type { DatabaseUse } from '#domain/staff/measurements'
import { readTimer } from '../http/clock.ts'

/**
 * Whether the result columns of a statement have distinct names, by its SQL: see `raw`. Cleared when full, since parameter
 * lists of any length create new texts.
 */
const hasUniqueColumns = new Map<string, boolean>()
const MAX_KNOWN = 2000

/** Objects keep the order of their keys, except of those that look like an index. */
const isPlainName = (name: string) => !/^\d+$/.test(name)

function rememberColumns(sql: string, names: readonly string[]): void {
  if (hasUniqueColumns.size >= MAX_KNOWN) hasUniqueColumns.clear()
  hasUniqueColumns.set(sql, new Set(names).size === names.length && names.every(isPlainName))
}

/** Counts one database's statements into `use`. */
class Meter {
  readonly #use: DatabaseUse

  constructor(use: DatabaseUse) {
    this.#use = use
  }

  /** Awaits the result of `statements` statements, and counts what they report. */
  async count<T>(statements: number, answer: Promise<T>, metaOf: (answer: T) => readonly D1Meta[]): Promise<T> {
    const start = readTimer()
    this.#use.statements += statements
    try {
      const answered = await answer
      const reports = metaOf(answered)
      for (const { duration, rows_read, rows_written } of reports) {
        this.#use.sqlMs += duration
        this.#use.rowsRead += rows_read
        this.#use.rowsWritten += rows_written
      }
      this.#use.unreported += statements - reports.length
      return answered
    } finally {
      this.#use.waitMs += readTimer() - start
    }
  }
}

const noReport = () => []

class MeasuredStatement implements D1PreparedStatement {
  readonly inner: D1PreparedStatement
  readonly #sql: string
  readonly #meter: Meter

  constructor(inner: D1PreparedStatement, sql: string, meter: Meter) {
    this.inner = inner
    this.#sql = sql
    this.#meter = meter
  }

  bind(...values: unknown[]): MeasuredStatement {
    return new MeasuredStatement(this.inner.bind(...values), this.#sql, this.#meter)
  }

  first<T>(column?: string): Promise<T | null> {
    return this.#meter.count(1, column === undefined ? this.inner.first<T>() : this.inner.first<T>(column), noReport)
  }

  run<T>(): Promise<D1Result<T>> {
    return this.#meter.count(1, this.inner.run<T>(), ({ meta }) => [meta])
  }

  all<T>(): Promise<D1Result<T>> {
    return this.#meter.count(1, this.inner.all<T>(), ({ meta }) => [meta])
  }

  raw<T = unknown[]>(options: { columnNames: true }): Promise<[string[], ...T[]]>
  raw<T = unknown[]>(options?: { columnNames?: false }): Promise<T[]>
  /**
   * The rows as arrays, the form in which Drizzle reads them. D1 reports row counts and time only for objects, so rows are
   * read as objects where no column is lost; the first run of a statement in an isolate tells whether two columns have the
   * same name.
   */
  async raw<T = unknown[]>(options?: { columnNames?: boolean }): Promise<T[] | [string[], ...T[]]> {
    if (options?.columnNames) return this.#rawWithNames<T>()
    const isUnique = hasUniqueColumns.get(this.#sql)
    if (isUnique) return (await this.all<Record<string, unknown>>()).results.map((row) => Object.values(row) as T)
    if (isUnique === false) return this.#meter.count(1, this.inner.raw<T>(), noReport)
    const [names, ...rows] = await this.#rawWithNames<T>()
    // A statement without rows reports no names either.
    if (names) rememberColumns(this.#sql, names)
    return rows
  }

  #rawWithNames<T>(): Promise<[string[], ...T[]]> {
    return this.#meter.count(1, this.inner.raw<T>({ columnNames: true }), noReport)
  }
}

const unwrap = (statement: D1PreparedStatement) =>
  statement instanceof MeasuredStatement ? statement.inner : statement

/** Wraps the database and counts its use into `use` (docs/rules/staff.md 7.1). Results are unchanged. */
export function measureDatabase(d1: Queries, use: DatabaseUse): Queries {
  const meter = new Meter(use)
  return {
    prepare: (sql) => new MeasuredStatement(d1.prepare(sql), sql, meter),
    batch: <T>(statements: D1PreparedStatement[]) =>
      meter.count(statements.length, d1.batch<T>(statements.map(unwrap)), (results) => results.map(({ meta }) => meta)),
  }
}
