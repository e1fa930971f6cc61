import { and, eq, sql } from 'drizzle-orm'
import type { subscriptionOfUser } from '#contract/subscriptions'
import type { Db } from '#db/client'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { waitingOf } from '#domain/subscriptions/renewal'
import { type ReadRequest, reading } from '../http/bind.ts'
import { balanceOf, balanceStatements, ensureGranted, subscriptionView } from './store.ts'

/** The query whose row `trialOf` takes. */
const trialStatement = (db: Db, userId: number) => {
  const isTrial = and(eq(subscriptions.userId, userId), eq(subscriptions.period, PlanPeriod.FreeTrial))
  return db
    .select({
      verifiedEmail: users.verifiedEmail,
      hadTrial: sql<number>`EXISTS ${db.select({ id: subscriptions.id }).from(subscriptions).where(isTrial)}`,
    })
    .from(users)
    .where(eq(users.id, userId))
}

type Student = Awaited<ReturnType<typeof trialStatement>>[number] | undefined

/** The state of the free trial of a student without a current subscription (docs/rules/minutes.md 5.3). */
function trialOf(student: Student): 'given' | 'needs-email' | 'needs-proof' {
  if (student?.hadTrial === 1) return 'given'
  return student?.verifiedEmail ? 'needs-proof' : 'needs-email'
}

/**
 * A student's current subscription, the one that begins later, and the minutes that remain of the weeks that can be booked
 * (docs/rules/minutes.md 3.7). Stores the week's grant if the job has not run yet.
 * @throws DomainError `forbidden` for another student's.
 */
export const mine = reading(
  ({ query, now, db }: ReadRequest<typeof subscriptionOfUser>) => [
    ...balanceStatements(db, query.userId, now),
    trialStatement(db, query.userId),
  ],
  async ({ actor, query, db, now }, [all, sums, [student]]) => {
    if (!isAdmin(actor.role) && query.userId !== actor.id) throw new DomainError('forbidden')
    const balance = balanceOf([all, sums], now)
    const found = waitingOf(all, now)
    const waiting = found && subscriptionView(found)
    if (!balance)
      return {
        info: null,
        waiting,
        remainingWeeklyMinutes: 0,
        carriedMinutes: 0,
        toppedUpMinutes: 0,
        weeks: [],
        trial: trialOf(student),
      }
    await ensureGranted(db, balance, now)
    const info = subscriptionView(balance.subscription)
    const weeks = balance.weeks.map(({ start, end, remainingMinutes }) => ({ start, end, remainingMinutes }))
    const { remainingMinutes: remainingWeeklyMinutes, carriedMinutes, toppedUpMinutes } = balance
    const trial = 'given' as const
    return { info, waiting, remainingWeeklyMinutes, carriedMinutes, toppedUpMinutes, weeks, trial }
  },
)
