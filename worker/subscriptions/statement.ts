import { eq, sql } from 'drizzle-orm'
import type { listMinutes, MinuteEntry } from '#contract/students'
import type { Db } from '#db/client'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import { isAdmin } from '#domain/roles'
import { isReversible } from '#domain/subscriptions/given-minutes'
import type { MinuteEntryKind } from '#domain/subscriptions/minutes'
import type { PlanPeriod } from '#domain/subscriptions/periods'
import type { Act } from '../http/bind.ts'
import { offsetOf, type Page } from '../http/pages.ts'
import { findStudent, refuseOtherStudents } from '../students/store.ts'
import { peopleOf } from '../users/store.ts'
import { ensureGranted, loadMinutesBalance } from './store.ts'

type EntryRow = {
  id: number
  subscriptionId: number
  week: number
  kind: MinuteEntryKind
  minutes: number
  balance: number
  lessonId: number | null
  lessonStart: number | null
  lessonDuration: number | null
  givenBy: number | null
  reason: string | null
  isReversed: number
  createdAt: number
  period: PlanPeriod
  start: number
  end: number
}

/** A page of the entries, newest first. The sums run over a week of a subscription: minutes are not carried over. */
const entriesOf = (db: Db, studentId: number, page: Page) =>
  db.all<EntryRow>(sql`
    SELECT e.*, l.start AS lessonStart, l.duration AS lessonDuration,
      EXISTS (SELECT 1 FROM minute_entries r WHERE r.reverses = e.id) AS isReversed
    FROM (
      SELECT m.id, m.subscription_id AS subscriptionId, m.week, m.kind, m.minutes, m.lesson_id AS lessonId,
        m.given_by AS givenBy, m.reason, m.created_at AS createdAt, s.period, s.start, s."end",
        SUM(m.minutes) OVER (PARTITION BY m.subscription_id, m.week ORDER BY m.created_at, m.id) AS balance
      FROM subscriptions s JOIN minute_entries m ON m.subscription_id = s.id
      WHERE s.user_id = ${studentId}
      ORDER BY m.created_at DESC, m.id DESC
      LIMIT ${page.size} OFFSET ${offsetOf(page)}
    ) e LEFT JOIN lessons l ON l.id = e.lessonId
    ORDER BY e.createdAt DESC, e.id DESC`)

/**
 * A student's minutes ledger with what remained of the week after each entry (docs/rules/minutes.md 4.7). Stores the
 * week's grant if the job has not run yet. Who gave minutes and why is for staff.
 * @throws DomainError `forbidden` for another student's, `student-not-found`.
 */
export const statement: Act<typeof listMinutes> = async ({ actor, params, query, db, now }) => {
  refuseOtherStudents(actor, params.id)
  await findStudent(db, params.id)
  const balance = await loadMinutesBalance(db, params.id, now)
  if (balance) await ensureGranted(db, balance, now)
  const [[counted], rows] = await Promise.all([
    db
      .select({ total: sql<number>`COUNT(*)` })
      .from(subscriptions)
      .innerJoin(minuteEntries, eq(minuteEntries.subscriptionId, subscriptions.id))
      .where(eq(subscriptions.userId, params.id)),
    entriesOf(db, params.id, query),
  ])
  const isForStaff = isAdmin(actor.role)
  const givers = isForStaff
    ? await peopleOf(
        db,
        rows.flatMap(({ givenBy }) => givenBy ?? []),
      )
    : new Map<number, NonNullable<MinuteEntry['givenBy']>>()
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
    givenBy: givers.get(row.givenBy ?? 0) ?? null,
    reason: isForStaff ? row.reason : null,
    isReversible:
      isForStaff &&
      balance?.subscription.id === row.subscriptionId &&
      isReversible({ ...row, isReversed: row.isReversed === 1 }, row, now),
    createdAt: row.createdAt,
  }))
  return { list, total: counted?.total ?? 0 }
}
