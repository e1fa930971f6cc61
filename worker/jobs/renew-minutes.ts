import { and, gte, isNull, lte, ne } from 'drizzle-orm'
import type { Db } from '#db/client'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import type { Env } from '../env.ts'
import { grantStatement } from '../subscriptions/store.ts'

const BATCH = 100

/**
 * Grants every living plan the minutes of the week that has begun, at 05:00 in Cairo on its weekday
 * (docs/rules/minutes.md 4.2). The key lets a week be granted once, so the job may be late, run twice, or be overtaken
 * by a read.
 */
export async function renewMinutes(_env: Env, db: Db, now: Instant): Promise<{ subscriptions: number }> {
  const living = await db
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
  for (let from = 0; from < living.length; from += BATCH) {
    const [first, ...rest] = living.slice(from, from + BATCH).map((one) => grantStatement(db, one, now))
    if (first) await db.batch([first, ...rest])
  }
  return { subscriptions: living.length }
}
