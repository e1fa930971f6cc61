/** Writes a large marketplace directly into the database file of a stopped server. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Instant } from '#domain/cairo'
import { FIRST_ID, marketplaceStatements } from './large-marketplace.ts'

/** Whether the database already contains a large marketplace. */
const isLarge = (db: DatabaseSync) => db.prepare('SELECT 1 FROM users WHERE id = ?').get(FIRST_ID) !== undefined

/** Adds a large marketplace to the demo's, all or nothing; an existing one is left as it is. */
export function fillMarketplace(db: DatabaseSync, scale: number, now: Instant): void {
  if (isLarge(db)) return
  db.exec('BEGIN')
  for (const statement of marketplaceStatements(scale, now)) db.exec(statement)
  // The stored snapshot does not contain these tutors.
  db.exec('DELETE FROM kept_tutors')
  db.exec('COMMIT')
}

/** The path of the database of a state. */
export function databaseIn(state: string): string {
  const folder = join(state, 'd1/miniflare-D1DatabaseObject')
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
  if (!file) throw new Error(`${folder} has no database`)
  return join(folder, file)
}

/** Fills the database of a stopped server at the current time. Takes minutes for a scale of 100. */
export function fillState(state: string, scale: number): void {
  const db = new DatabaseSync(databaseIn(state))
  // A file lost in a power failure can be generated again; the cache holds the indexes.
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY')
  fillMarketplace(db, scale, Date.now())
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}
