import { eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { reports } from '#db/schema/reports'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'
import { privateUrl } from '../files/store.ts'
import { authorsOf, entriesOf, entriesStatement } from './entries.ts'
import { accountStatement, accountsOf } from './people.ts'
import { REPORT } from './records.ts'

type Row = typeof reports.$inferSelect

/** A report as admins see it, with signed addresses of its private files. */
export async function reportView(env: Env, accounts: ReturnType<typeof accountsOf>, report: Row, now: Instant) {
  const { ownerId, foldedTitle: _title, foldedDescription: _description, ...row } = report
  return {
    ...row,
    screenshot: await privateUrl(env, row.screenshot, now),
    log: await privateUrl(env, row.log, now),
    owner: accounts.admin(ownerId),
    person: accounts.person(row.userId),
  }
}

const reportStatement = (db: Db, id: number) => db.select().from(reports).where(eq(reports.id, id))

/** @throws DomainError `report-not-found`. */
export async function findReport(db: Db, id: number): Promise<Row> {
  const [row] = await reportStatement(db, id)
  if (!row) throw new DomainError('report-not-found')
  return row
}

/** The statements whose rows `reportThreadOf` takes. */
export function reportThreadStatements(db: Db, id: number) {
  const of = (column: SQLiteColumn) => sql`SELECT ${column} FROM ${reports} WHERE ${reports.id} = ${id}`
  return [
    reportStatement(db, id),
    entriesStatement(db, REPORT, id),
    accountStatement(
      db,
      sql`${of(reports.userId)} UNION ALL ${of(reports.ownerId)} UNION ALL ${authorsOf(REPORT, id)}`,
    ),
  ] as const
}

/**
 * A report with its answers and notes.
 * @throws DomainError `report-not-found`.
 */
export async function reportThreadOf(
  env: Env,
  [[row], entries, people]: RowsOf<ReturnType<typeof reportThreadStatements>>,
  now: Instant,
) {
  if (!row) throw new DomainError('report-not-found')
  const accounts = accountsOf(people)
  return { ...(await reportView(env, accounts, row, now)), entries: entriesOf(entries, accounts) }
}

/** As `reportThreadOf`, running the statements. */
export const reportThread = async (env: Env, db: Db, id: number, now: Instant) =>
  reportThreadOf(env, await db.batch(reportThreadStatements(db, id)), now)
