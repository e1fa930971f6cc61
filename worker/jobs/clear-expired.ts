import { and, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { boundedTables } from '#db/personal-data'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { archiveAttendance, bringBackAttendance } from '../lessons/attendance-archive.ts'
import { clearExpiredUploads } from '../onboarding/upload-store.ts'
import { clearExports } from '../privacy/export-store.ts'

type Expiring = { table: SQLiteTable; isOver: SQL | undefined }

const expiring = (now: Instant): Expiring[] =>
  boundedTables.flatMap(({ table, bound: { column, before, only, hasObjects } }) => {
    const found = getTableColumns(table)[column]
    if (hasObjects || !found) return []
    return { table, isOver: and(only, lt(found, before(now))) }
  })

/** Rows that one statement deletes, and statements per table and run; the next night deletes the rest. */
const AT_ONCE = 2000
const ROUNDS = 25

const deletion = (db: Db, { table, isOver }: Expiring) =>
  db.delete(table).where(sql`rowid IN (SELECT rowid FROM ${table} WHERE ${isOver} LIMIT ${AT_ONCE})`)

/**
 * Deletes the rows that have outlasted the bound of their table (`db/personal-data.ts`, docs/rules/privacy.md 1.3), with the parts of
 * uploads and the copies of people's data in the storage, and archives old attendance events, or brings them back. Each statement is
 * complete in itself, so the next run continues after an interrupted one.
 */
export async function clearExpired(env: Env, db: Db, now: Instant): Promise<{ archived: number; broughtBack: number }> {
  let left = expiring(now)
  for (let round = 0; round < ROUNDS; round++) {
    const [first, ...others] = left.map((one) => deletion(db, one))
    if (!first) break
    const results = await db.batch([first, ...others])
    left = left.filter((_, index) => (results[index]?.meta.changes ?? 0) >= AT_ONCE)
  }
  await clearExpiredUploads(env, db, now)
  await clearExports(env, db, now)
  return { archived: await archiveAttendance(env, db, now), broughtBack: await bringBackAttendance(env, db, now) }
}
