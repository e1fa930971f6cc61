import { and, gt, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { subscriptions } from '#db/schema/subscriptions'
import { hours, type Instant, isSameMinutesDay } from '#domain/cairo'
import { isPausedAt, minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import type { Env } from '../env.ts'
import { grantsStatement, weekToGrant } from '../subscriptions/store.ts'
import { lastSuccessfulRun } from './record-run.ts'

/** Weeks that one statement grants, bound as one JSON text. */
const BATCH = 500

/** The shortest week: the one in which clocks go forward. */
const SHORTEST_WEEK = hours(7 * 24 - 1)

/** Raw SQL, because Drizzle omits table names in a select from one table. */
const lastGrant = sql<number>`COALESCE((SELECT MAX(e.week) FROM minute_entries e
  WHERE e.subscription_id = subscriptions.id AND e.kind = 'grant'), 0)`

/** Finds subscriptions that were stored during the last run or shortly before. */
const OVERLAP = hours(1)

/** Paid subscriptions that have not ended and whose week may have changed since their last grant. */
const ungranted = (db: Db, now: Instant, found: SQL | undefined) =>
  db
    .select({
      id: subscriptions.id,
      period: subscriptions.period,
      start: subscriptions.start,
      end: subscriptions.end,
      pausedFrom: subscriptions.pausedFrom,
      pausedUntil: subscriptions.pausedUntil,
      weeklyMinutes: subscriptions.weeklyMinutes,
      granted: lastGrant,
    })
    .from(subscriptions)
    .where(
      and(
        found,
        isNull(subscriptions.terminatedAt),
        ne(subscriptions.period, PlanPeriod.FreeTrial),
        lte(lastGrant, now - SHORTEST_WEEK),
      ),
    )

/** Bounded by the latest end that a paid subscription can have, plus a day for clock changes: free trials end later. */
const current = (now: Instant) =>
  and(
    lte(subscriptions.start, now),
    gte(subscriptions.end, now),
    lte(subscriptions.end, subscriptionEnd(now, PlanPeriod.Year) + hours(24)),
  )

/** Bounded by their start. The plus sign keeps SQLite from scanning all current subscriptions. */
const begunSince = (since: Instant, now: Instant) =>
  and(gt(subscriptions.start, since - OVERLAP), lte(subscriptions.start, now), sql`+${subscriptions.end} >= ${now}`)

/**
 * Grants every current paid subscription the minutes of its current week, which begins at 05:00 Cairo time on the weekday
 * of the subscription's start (docs/rules/minutes.md 4.2), and carries over what the week before has left (7.3); a paused week gets
 * none (10.3). A unique key allows one grant per week, so the job may run late
 * or twice, and a request may grant first. Weeks change once a day: a later run on the same day reads only subscriptions
 * that started since the last run. Returns how many subscriptions were granted a week.
 */
export async function renewMinutes(_env: Env, db: Db, now: Instant): Promise<{ subscriptions: number }> {
  const last = await lastSuccessfulRun(db, 'renew-minutes', now)
  const found = last !== null && isSameMinutesDay(last, now) ? begunSince(last, now) : current(now)
  const due = (await ungranted(db, now, found)).filter((one) => {
    const { start } = minutesWeekOf(one, now)
    return start !== one.granted && !isPausedAt(one, start)
  })
  for (let from = 0; from < due.length; from += BATCH) {
    const weeks = due.slice(from, from + BATCH).map((one) => weekToGrant(one, now))
    await grantsStatement(db, weeks, now)
  }
  return { subscriptions: due.length }
}
