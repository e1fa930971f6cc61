import { eq, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant, TimeRange } from '#domain/cairo'
import { currentOf } from '#domain/subscriptions/current'
import { FREE_TRIAL_MINUTES, grantOf, minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'

export type Subscription = typeof subscriptions.$inferSelect

/** A student's current subscription and the minutes of its current week. `isGranted`: the week's grant is stored. */
export type MinutesBalance = {
  subscription: Subscription
  week: TimeRange
  remainingMinutes: number
  isGranted: boolean
}

/** The statements that start a free trial: a subscription of 1200 months with a single grant of 60 minutes. */
export function freeTrialStatements(db: Db, userId: number | SQL<number>, now: Instant): Statement[] {
  const trial = sql<number>`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${userId} AND ${subscriptions.period} = ${PlanPeriod.FreeTrial})`
  return [
    db
      .insert(subscriptions)
      .values({
        userId,
        period: PlanPeriod.FreeTrial,
        weeklyMinutes: FREE_TRIAL_MINUTES,
        start: now,
        end: subscriptionEnd(now, PlanPeriod.FreeTrial),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing(),
    db
      .insert(minuteEntries)
      .values({ subscriptionId: trial, week: now, kind: 'grant', minutes: FREE_TRIAL_MINUTES, createdAt: now })
      .onConflictDoNothing(),
  ]
}

/** Grants the minutes of the week that contains `now`; a unique key lets it take effect once. */
export const grantStatement = (db: Db, subscription: Subscription, now: Instant) =>
  db
    .insert(minuteEntries)
    .values({ subscriptionId: subscription.id, kind: 'grant', ...grantOf(subscription, now), createdAt: now })
    .onConflictDoNothing()

/**
 * The minutes that a student can use now; null without a current subscription. A week that the job has not granted yet
 * counts as granted; `ensureGranted` stores the grant.
 */
export async function loadMinutesBalance(db: Db, userId: number, now: Instant): Promise<MinutesBalance | null> {
  const [all, sums] = await db.batch([
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    db
      .select({
        subscriptionId: minuteEntries.subscriptionId,
        week: minuteEntries.week,
        minutes: sql<number>`SUM(${minuteEntries.minutes})`,
        isGranted: sql<number>`MAX(${minuteEntries.kind} = 'grant')`,
      })
      .from(minuteEntries)
      .innerJoin(subscriptions, eq(subscriptions.id, minuteEntries.subscriptionId))
      .where(eq(subscriptions.userId, userId))
      .groupBy(minuteEntries.subscriptionId, minuteEntries.week),
  ])
  const subscription = currentOf(all, now)
  if (!subscription) return null
  const week = minutesWeekOf(subscription, now)
  const sum = sums.find((row) => row.subscriptionId === subscription.id && row.week === week.start)
  const isGranted = sum?.isGranted === 1
  return {
    subscription,
    week,
    isGranted,
    remainingMinutes: (sum?.minutes ?? 0) + (isGranted ? 0 : subscription.weeklyMinutes),
  }
}

/** Stores the current week's grant unless it is stored already. */
export async function ensureGranted(db: Db, balance: MinutesBalance, now: Instant): Promise<void> {
  if (!balance.isGranted) await grantStatement(db, balance.subscription, now)
}
