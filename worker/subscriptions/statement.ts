import { eq, sql } from 'drizzle-orm'
import type { listMinutes } from '#contract/students'
import type { Db } from '#db/client'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import { isAdmin } from '#domain/roles'
import { isReversible } from '#domain/subscriptions/given-minutes'
import type { MinuteEntryKind } from '#domain/subscriptions/minutes'
import type { PlanPeriod } from '#domain/subscriptions/periods'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { offsetOf, type Page } from '../http/pages.ts'
import { refuseOtherStudents, studentOf, studentStatements } from '../students/store.ts'
import { balanceOf, balanceStatements, ensureGranted } from './store.ts'

const entryColumns = {
  id: sql<number>`e.id`,
  subscriptionId: sql<number>`e.subscriptionId`,
  week: sql<number>`e.week`,
  kind: sql<MinuteEntryKind>`e.kind`,
  minutes: sql<number>`e.minutes`,
  balance: sql<number>`e.balance`,
  lessonId: sql<number | null>`e.lessonId`,
  lessonStart: sql<number | null>`l.start AS lesson_start`,
  lessonDuration: sql<number | null>`l.duration`,
  givenBy: sql<number | null>`e.givenBy`,
  giverName: sql<string | null>`g.name`,
  giverImage: sql<string | null>`g.image`,
  reason: sql<string | null>`e.reason`,
  isReversed: sql<number>`EXISTS (SELECT 1 FROM minute_entries r WHERE r.reverses = e.id)`,
  createdAt: sql<number>`e.createdAt`,
  period: sql<PlanPeriod>`e.period`,
  start: sql<number>`e.start`,
  end: sql<number>`e."end"`,
}

/**
 * Selects a page of the entries, newest first. The running sums are per subscription week: what is carried over is an entry
 * of the week into which it comes.
 */
const entriesOf = (db: Db, studentId: number, page: Page) =>
  db
    .select(entryColumns)
    .from(
      sql`(
      SELECT m.id, m.subscription_id AS subscriptionId, m.week, m.kind, m.minutes, m.lesson_id AS lessonId,
        m.given_by AS givenBy, m.reason, m.created_at AS createdAt, s.period, s.start, s."end",
        SUM(m.minutes) OVER (PARTITION BY m.subscription_id, m.week ORDER BY m.created_at, m.id) AS balance
      FROM subscriptions s JOIN minute_entries m ON m.subscription_id = s.id
      WHERE s.user_id = ${studentId}
      ORDER BY m.created_at DESC, m.id DESC
      LIMIT ${page.size} OFFSET ${offsetOf(page)}
    ) e LEFT JOIN lessons l ON l.id = e.lessonId LEFT JOIN users g ON g.id = e.givenBy`,
    )
    .orderBy(sql`e.createdAt DESC`, sql`e.id DESC`)

/** The statements of a page of the ledger, and of the number of its entries. */
const pageOfEntries = (db: Db, studentId: number, page: Page) =>
  [
    db
      .select({ total: sql<number>`COUNT(*)` })
      .from(subscriptions)
      .innerJoin(minuteEntries, eq(minuteEntries.subscriptionId, subscriptions.id))
      .where(eq(subscriptions.userId, studentId)),
    entriesOf(db, studentId, page),
  ] as const

/**
 * A student's minutes ledger with the balance of the week after each entry (docs/rules/minutes.md 4.7). Stores the week's
 * grant if the job has not run yet. Only staff see who gave minutes and why.
 * @throws DomainError `forbidden` for another student's, `student-not-found`.
 */
export const statement = reading(
  ({ params, query, now, db }: ReadRequest<typeof listMinutes>) => [
    ...studentStatements(db, params.id),
    ...balanceStatements(db, params.id, now),
    ...pageOfEntries(db, params.id, query),
  ],
  async ({ actor, params, query, db, now }, [accounts, profiles, all, sums, ...found]) => {
    refuseOtherStudents(actor, params.id)
    studentOf([accounts, profiles])
    const balance = balanceOf([all, sums], now)
    if (balance) await ensureGranted(db, balance, now)
    const hasGranted = balance !== null && !balance.isGranted
    const [[counted], rows] = hasGranted ? await db.batch(pageOfEntries(db, params.id, query)) : found
    const isForStaff = isAdmin(actor.role)
    const list = rows.map((row) => ({
      id: row.id,
      subscriptionId: row.subscriptionId,
      period: row.period,
      week: row.week,
      kind: row.kind,
      minutes: row.minutes,
      balance: row.balance,
      lesson:
        row.lessonId === null
          ? null
          : { id: row.lessonId, start: row.lessonStart ?? 0, duration: row.lessonDuration ?? 0 },
      givenBy:
        isForStaff && row.givenBy !== null
          ? { id: row.givenBy, name: row.giverName, image: uploadUrl(row.giverImage) }
          : null,
      reason: isForStaff ? row.reason : null,
      isReversible:
        isForStaff &&
        balance?.subscription.id === row.subscriptionId &&
        isReversible({ ...row, isReversed: row.isReversed === 1 }, row, now),
      createdAt: row.createdAt,
    }))
    return { list, total: counted?.total ?? 0 }
  },
)
