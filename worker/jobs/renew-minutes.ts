import { and, gt, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import { hours, type Instant, isSameMinutesDay } from '#domain/cairo'
import { grantOf, minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import type { Env } from '../env.ts'
import { lastGoodRun } from './record-run.ts'

/** Grants that one statement writes, as one JSON text. */
const BATCH = 500

/** A week has at least so long, also where the clocks go forward. */
const SHORTEST_WEEK = hours(7 * 24 - 1)

/** In the words of SQL: of a select from one table, Drizzle leaves out the names of tables. */
const lastGrant = sql<number>`COALESCE((SELECT MAX(e.week) FROM minute_entries e
  WHERE e.subscription_id = subscriptions.id AND e.kind = 'grant'), 0)`

/** A subscription that is stored while a run reads, or a moment later, is found by the next one. */
const OVERLAP = hours(1)

/** Paid subscriptions that have not ended and of which the week may have turned since their last grant. */
const ungranted = (db: Db, now: Instant, found: SQL | undefined) =>
  db
    .select({
      id: subscriptions.id,
      period: subscriptions.period,
      start: subscriptions.start,
      end: subscriptions.end,
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

/** By their end, that no paid one has later than so: a day for a change of the clocks included. Beyond it are everybody's trials. */
const current = (now: Instant) =>
  and(
    lte(subscriptions.start, now),
    gte(subscriptions.end, now),
    lte(subscriptions.end, subscriptionEnd(now, PlanPeriod.Year) + hours(24)),
  )

/** By their start. The plus sign keeps SQLite from walking all that are current. */
const begunSince = (since: Instant, now: Instant) =>
  and(gt(subscriptions.start, since - OVERLAP), lte(subscriptions.start, now), sql`+${subscriptions.end} >= ${now}`)

/**
 * Grants every current paid subscription the minutes of its current week, which began at 05:00 in Cairo on the weekday
 * of the subscription's start (docs/rules/minutes.md 4.2). A unique key lets a week be granted once, so the job may run
 * late or twice, or a request may make the grant first. Weeks turn once a day: a run within a day reads what has begun since the last
 * one, and no other subscription. Returns how many subscriptions were granted a week.
 */
export async function renewMinutes(_env: Env, db: Db, now: Instant): Promise<{ subscriptions: number }> {
  const last = await lastGoodRun(db, 'renew-minutes', now)
  const found = last !== null && isSameMinutesDay(last, now) ? begunSince(last, now) : current(now)
  const due = (await ungranted(db, now, found)).filter((one) => minutesWeekOf(one, now).start !== one.granted)
  for (let from = 0; from < due.length; from += BATCH) {
    const grants = due.slice(from, from + BATCH).map((one) => {
      const { week, minutes } = grantOf(one, now)
      return { subscriptionId: one.id, week, minutes }
    })
    await db
      .insert(minuteEntries)
      .select(
        sql`SELECT NULL, one.value ->> 'subscriptionId', one.value ->> 'week', 'grant', one.value ->> 'minutes', NULL, 0, NULL, NULL, NULL, ${now} FROM json_each(${JSON.stringify(grants)}) AS one WHERE true`,
      )
      .onConflictDoNothing()
  }
  return { subscriptions: due.length }
}
