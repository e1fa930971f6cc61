import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant, TimeRange } from '#domain/cairo'
import { currentOf } from '#domain/subscriptions/current'
import { FREE_TRIAL_MINUTES, grantOf, minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'

export type Subscription = typeof subscriptions.$inferSelect

/** A student's subscription with what is left of its current week. */
export type MinutesBalance = {
  subscription: Subscription
  week: TimeRange
  remainingMinutes: number
  isGranted: boolean
}

/** The statements that open a free trial: one subscription of 1200 months with one grant of 60 minutes for life. */
export function freeTrialStatements(db: Db, userId: number | SQL<number>, now: Instant): BatchItem<'sqlite'>[] {
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

/** The statement that grants the week of `now` its minutes; the key lets it happen once. */
export const grantStatement = (db: Db, subscription: Subscription, now: Instant) =>
  db
    .insert(minuteEntries)
    .values({ subscriptionId: subscription.id, kind: 'grant', ...grantOf(subscription, now), createdAt: now })
    .onConflictDoNothing()

/**
 * What a student may spend now, or null without a current subscription. A week that the cron has not granted yet counts
 * as granted; `ensureGranted` writes it down.
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

/** Writes the current week's grant where the cron has not come yet. */
export async function ensureGranted(db: Db, standing: MinutesBalance, now: Instant): Promise<void> {
  if (!standing.isGranted) await grantStatement(db, standing.subscription, now)
}
