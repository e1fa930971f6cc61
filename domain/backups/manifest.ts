import type { Instant } from '../cairo.ts'

/** What a backup of the database consists of. */
export type Manifest = {
  madeAt: Instant
  /** The bookmark of time travel at which the rows were read. */
  bookmark: string
  /** The file of the last migration: the rows fit a database with this one and those before it. */
  migration: string
  /** How many rows each table has. */
  tables: Record<string, number>
  /** Together one gzip file. */
  parts: { key: string; bytes: number; sha256: string }[]
}
