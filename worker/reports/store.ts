import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { reports } from '#db/schema/reports'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'
import { privateUrl } from '../files/store.ts'
import { entriesOf } from '../inbox/entries.ts'
import { accountsOf } from '../inbox/people.ts'
import { REPORT } from '../inbox/records.ts'

type Row = typeof reports.$inferSelect

/** Reports as admins see them, with signed addresses of their private files. */
export async function reportViews(env: Env, db: Db, rows: readonly Row[], now: Instant) {
  const accounts = await accountsOf(
    db,
    rows.flatMap(({ userId, ownerId }) => [userId, ownerId]),
  )
  return Promise.all(
    rows.map(async ({ ownerId, ...row }) => ({
      ...row,
      screenshot: await privateUrl(env, row.screenshot, now),
      log: await privateUrl(env, row.log, now),
      owner: accounts.admin(ownerId),
      person: accounts.person(row.userId),
    })),
  )
}

/** @throws DomainError `report-not-found`. */
export async function findReport(db: Db, id: number): Promise<Row> {
  const [row] = await db.select().from(reports).where(eq(reports.id, id))
  if (!row) throw new DomainError('report-not-found')
  return row
}

/**
 * A report with its answers and notes.
 * @throws DomainError `report-not-found`.
 */
export async function reportThread(env: Env, db: Db, id: number, now: Instant) {
  const [view] = await reportViews(env, db, [await findReport(db, id)], now)
  if (!view) throw new DomainError('report-not-found')
  return { ...view, entries: await entriesOf(db, REPORT, id) }
}
