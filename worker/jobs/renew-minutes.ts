import { and, gte, isNull, lte, ne } from 'drizzle-orm'
import type { Db } from '#db/client'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import type { Env } from '../env.ts'
import { grantStatement } from '../subscriptions/store.ts'

const BATCH = 100

/**
 * Grants every current paid subscription the minutes of its current week, which began at 05:00 in Cairo on the weekday
 * of the subscription's start (docs/rules/minutes.md 4.2). A unique key lets a week be granted once, so the job may run
 * late or twice, or a request may make the grant first.
 */
export async function renewMinutes(_env: Env, db: Db, now: Instant): Promise<{ subscriptions: number }> {
  const current = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        isNull(subscriptions.terminatedAt),
        ne(subscriptions.period, PlanPeriod.FreeTrial),
        lte(subscriptions.start, now),
        gte(subscriptions.end, now),
      ),
    )
  for (let from = 0; from < current.length; from += BATCH) {
    const [first, ...rest] = current.slice(from, from + BATCH).map((one) => grantStatement(db, one, now))
    if (first) await db.batch([first, ...rest])
  }
  return { subscriptions: current.length }
}
