import { and, eq, isNull, sql } from 'drizzle-orm'
import type { invoiceStats } from '#contract/invoices'
import type { Db } from '#db/client'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorSide } from '#domain/roles'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import type { Act } from '../http/bind.ts'
import { earnedBy, settleLessons, withdrawable } from '../ledger/store.ts'

const { Approved, PendingApproval, PendingCancellation } = WithdrawalStatus

/** The piastres of a tutor's booked lessons that have not ended. */
async function upcomingEarnings(db: Db, tutorId: number, now: Instant): Promise<number> {
  const [sum] = await db
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
  return sum?.amount ?? 0
}

async function requestedAmounts(db: Db, tutorId: number): Promise<{ fulfilled: number; pending: number }> {
  const sums = await db
    .select({ status: withdrawals.status, amount: sql<number>`SUM(${withdrawals.amount})` })
    .from(withdrawals)
    .where(eq(withdrawals.userId, tutorId))
    .groupBy(withdrawals.status)
  const of = (...statuses: WithdrawalStatus[]) =>
    sums.filter(({ status }) => statuses.includes(status)).reduce((total, { amount }) => total + amount, 0)
  return { fulfilled: of(Approved), pending: of(PendingApproval, PendingCancellation) }
}

/**
 * What a tutor earned, requested and may withdraw, in piastres. Earnings and the withdrawable balance come from the
 * ledger (docs/rules/money.md 9.1).
 * @throws DomainError `forbidden` for another tutor's, `tutor-not-found`.
 */
export const stats: Act<typeof invoiceStats> = async ({ actor, params, db, now }) => {
  const tutorId = params.id
  if (tutorId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, tutorId))
  if (!user || !isTutorSide(user.role)) throw new DomainError('tutor-not-found')
  await settleLessons(db, now, { tutorId })
  const [past, spendable, future, { fulfilled, pending }] = await Promise.all([
    earnedBy(db, tutorId),
    withdrawable(db, tutorId),
    upcomingEarnings(db, tutorId, now),
    requestedAmounts(db, tutorId),
  ])
  return {
    income: { total: past + future, future, past },
    invoices: { total: fulfilled + pending, fulfilled, pending },
    spendable,
  }
}
