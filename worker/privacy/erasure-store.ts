import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { erasures } from '#db/schema/erasures'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { busyQuarters } from '#db/schema/lessons'
import { mailingChoices } from '#db/schema/mailings'
import { orders, refunds } from '#db/schema/orders'
import { outbox } from '#db/schema/outbox'
import { standingTimes } from '#db/schema/standing-times'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import { type Instant, quarterOf } from '#domain/cairo'
import { UNPAID_STATUSES } from '#domain/payments/transaction'
import { erasureDue, erasureState, type OpenMatters, obstaclesOf } from '#domain/privacy/erasure'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { balanceStatement } from '../withdrawals/ledger-store.ts'

export type StoredErasure = typeof erasures.$inferSelect

export const latestErasure = (db: Db, userId: number) =>
  db
    .select()
    .from(erasures)
    .where(eq(erasures.userId, userId))
    .orderBy(desc(erasures.askedAt), desc(erasures.id))
    .limit(1)

/** The statement that asks for an account to be erased, unless that is asked for already (docs/rules/privacy.md 4.1). */
export const askErasure = (db: Db, userId: number, now: Instant) =>
  db
    .insert(erasures)
    .values({ userId, askedAt: now, due: erasureDue(now) })
    .onConflictDoNothing()

/** The statement that takes the request back; one that is being carried out goes on. */
export const stopErasure = (db: Db, userId: number, now: Instant) =>
  db
    .update(erasures)
    .set({ stoppedAt: now })
    .where(and(eq(erasures.userId, userId), isNull(erasures.stoppedAt), isNull(erasures.startedAt)))

/** The statement that tells that the request is taken back, before the one that does so; nothing where none runs (docs/rules/privacy.md 4.10). */
export const takenBackStatement = (db: Db, userId: number, now: Instant): Statement =>
  db.insert(outbox).select(
    sql`SELECT NULL, 'email', 'erasure_taken_back', ${users.email}, json_object('language', COALESCE(${mailingChoices.language}, 'ar')), 'pending', 0, ${now}, NULL, NULL, NULL, NULL, ${now}, NULL, NULL, NULL, NULL, NULL, NULL
      FROM ${users} LEFT JOIN ${mailingChoices} ON ${mailingChoices.userId} = ${users.id} WHERE ${users.id} = ${userId} AND EXISTS (
        SELECT 1 FROM ${erasures} WHERE ${erasures.userId} = ${userId} AND ${erasures.stoppedAt} IS NULL AND ${erasures.startedAt} IS NULL)`,
  )

const counted = sql<number>`COUNT(*)`

/** The statements whose rows `openMattersOf` takes (docs/rules/privacy.md 4.3). */
export function openStatements(db: Db, userId: number, now: Instant) {
  const coming = (isKind: SQL) =>
    db
      .select({ count: sql<number>`COUNT(DISTINCT ${busyQuarters.sessionId})` })
      .from(busyQuarters)
      .where(and(eq(busyQuarters.userId, userId), sql`${busyQuarters.quarter} >= ${quarterOf(now)}`, isKind))
  const isLesson = sql`${busyQuarters.sessionId} LIKE 'lesson:%'`
  const isOfTheirs = or(eq(standingTimes.studentId, userId), eq(standingTimes.tutorId, userId))
  const [fresh, processed] = UNPAID_STATUSES
  const { PendingApproval, PendingCancellation } = WithdrawalStatus
  return [
    coming(isLesson),
    coming(sql`NOT (${isLesson})`),
    db
      .select({ count: counted })
      .from(standingTimes)
      .where(and(isOfTheirs, eq(standingTimes.state, 'accepted'))),
    db
      .select({ count: counted })
      .from(orders)
      .where(
        sql`${orders.userId} = ${userId} AND (${orders.status} IN (${fresh}, ${processed})
          OR EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${orders.id} AND ${refunds.status} = 'pending'))`,
      ),
    balanceStatement(db, userId),
    db
      .select({ count: counted })
      .from(withdrawals)
      .where(
        sql`${withdrawals.userId} = ${userId} AND ${withdrawals.status} IN (${PendingApproval}, ${PendingCancellation})`,
      ),
    db
      .select({ count: counted })
      .from(lessonOutcomes)
      // A literal as in the partial index `lesson_outcomes_waiting`.
      .where(and(eq(lessonOutcomes.tutorId, userId), sql`pay = 'waiting'`)),
  ] as const
}

type Count = { count: number }

export const openMattersOf = ([[lessons], [meetings], [standing], [unpaid], [sum], [asked], [waiting]]: readonly [
  Count[],
  Count[],
  Count[],
  Count[],
  { balance: number }[],
  Count[],
  Count[],
]): OpenMatters => ({
  'upcoming-lessons': (lessons?.count ?? 0) + (standing?.count ?? 0),
  'upcoming-meetings': meetings?.count ?? 0,
  'open-orders': unpaid?.count ?? 0,
  balance: sum?.balance ?? 0,
  'open-withdrawals': asked?.count ?? 0,
  'waiting-pay': waiting?.count ?? 0,
})

/** What a person learns of their request (docs/rules/privacy.md 4.2). */
export function erasureView(latest: StoredErasure | undefined, open: OpenMatters) {
  const state = erasureState(latest)
  const isAsked = latest !== undefined && state === 'asked'
  return {
    state,
    askedAt: isAsked ? latest.askedAt : null,
    until: isAsked ? latest.due : null,
    why: obstaclesOf(open),
  }
}
