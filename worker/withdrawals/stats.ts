import { and, eq, isNull, sql } from 'drizzle-orm'
import type { invoiceStats } from '#contract/invoices'
import type { Db } from '#db/client'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorSide } from '#domain/roles'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { type ReadRequest, reading } from '../http/bind.ts'
import { historyStatements, paymentHistoryOf } from './cooling-off-store.ts'
import { balanceStatement, dueStatements, earnedStatement, isSettled, settleLessons } from './ledger-store.ts'

const { Approved, PendingApproval, PendingCancellation } = WithdrawalStatus

/** Selects the piastres of a tutor's booked lessons that have not ended. */
const upcomingStatement = (db: Db, tutorId: number, now: Instant) =>
  db
    .select({ amount: sql<number>`COALESCE(SUM(${lessons.price}), 0)` })
    .from(lessons)
    .innerJoin(lessonMembers, eq(lessonMembers.lessonId, lessons.id))
    .where(
      and(
        eq(lessonMembers.userId, tutorId),
        isNull(lessons.canceledAt),
        sql`${lessons.start} + ${lessons.duration} * 60000 >= ${now}`,
      ),
    )

/** Selects the piastres of a tutor's lessons that are over and whose pay waits. The literal matches the partial index. */
const waitingStatement = (db: Db, tutorId: number) =>
  db
    .select({ amount: sql<number>`COALESCE(SUM(${lessons.price}), 0)` })
    .from(lessonOutcomes)
    .innerJoin(lessons, eq(lessons.id, lessonOutcomes.lessonId))
    .where(and(eq(lessonOutcomes.tutorId, tutorId), sql`${lessonOutcomes.pay} = 'waiting'`))

/** The query whose rows `requestedAmounts` takes. */
const requestedStatement = (db: Db, tutorId: number) =>
  db
    .select({ status: withdrawals.status, amount: sql<number>`SUM(${withdrawals.amount})` })
    .from(withdrawals)
    .where(eq(withdrawals.userId, tutorId))
    .groupBy(withdrawals.status)

function requestedAmounts(sums: Awaited<ReturnType<typeof requestedStatement>>) {
  const of = (...statuses: WithdrawalStatus[]) =>
    sums.filter(({ status }) => statuses.includes(status)).reduce((total, { amount }) => total + amount, 0)
  return { fulfilled: of(Approved), pending: of(PendingApproval, PendingCancellation) }
}

const amountStatements = (db: Db, tutorId: number, now: Instant) =>
  [
    earnedStatement(db, tutorId),
    balanceStatement(db, tutorId),
    upcomingStatement(db, tutorId, now),
    waitingStatement(db, tutorId),
    requestedStatement(db, tutorId),
  ] as const

/**
 * What a tutor has earned, requested and may withdraw, in piastres. Earnings and the withdrawable balance come from the
 * ledger (docs/rules/money.md 9.1).
 * @throws DomainError `forbidden` for another tutor's, `tutor-not-found`.
 */
export const stats = reading(
  ({ params, db, now }: ReadRequest<typeof invoiceStats>) => [
    db.select({ role: users.role }).from(users).where(eq(users.id, params.id)),
    ...dueStatements(db, now, params.id),
    ...historyStatements(db, [params.id]),
    ...amountStatements(db, params.id, now),
  ],
  async (
    { actor, params: { id: tutorId }, db, now },
    [[user], absences, unsettled, released, paid, changes, ...found],
  ) => {
    if (tutorId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    if (!user || !isTutorSide(user.role)) throw new DomainError('tutor-not-found')
    const isRight = isSettled([absences, unsettled, released])
    if (!isRight) await settleLessons(db, now, { tutorId })
    const [[income], [balance], [upcoming], [waiting], sums] = isRight
      ? found
      : await db.batch(amountStatements(db, tutorId, now))
    const { fulfilled, pending } = requestedAmounts(sums)
    const [past, future] = [income?.earned ?? 0, upcoming?.amount ?? 0]
    return {
      income: { total: past + future, future, past, waiting: waiting?.amount ?? 0 },
      invoices: { total: fulfilled + pending, fulfilled, pending },
      spendable: balance?.balance ?? 0,
      history: paymentHistoryOf(tutorId, [paid, changes]),
    }
  },
)
