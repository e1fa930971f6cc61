import { sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { days, hours, type Instant } from '#domain/cairo'
import {
  nextReferralState,
  REFERRAL_DELAY,
  REFERRAL_PATIENCE,
  type ReferralFacts,
} from '#domain/subscriptions/referral'
import type { Env } from '../env.ts'
import { violationIn } from '../http/constraints.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import {
  areProvenSql,
  countsSql,
  grantedStatements,
  lapsedStatement,
  payRewards,
  signalsSql,
  stateStatement,
} from '../referrals/store.ts'
import { lastSuccessfulRun } from './record-run.ts'

/** Finds outcomes that were stored during the last run or shortly before. */
const OVERLAP = hours(1)
/** Bounds how many outcomes a run reads. */
const WINDOW = days(30)
/** Referrals that a run moves at most; the next one continues. */
const BATCH = 200

/** A referral whose lesson has just counted, or whose minutes are due. */
type Found = ReferralFacts & { id: number; bringerId: number; friendId: number; lessonId: number }

const columns = {
  id: sql<number>`r.id`.as('id'),
  bringerId: sql<number>`r.bringer_id`.as('bringerId'),
  friendId: sql<number>`r.friend_id`.as('friendId'),
  state: sql<'open' | 'held'>`r.state`.as('state'),
  dueAt: sql<Instant | null>`r.due_at`.as('dueAt'),
}

/** Open referrals of whose friend a lesson has earned since; the first such lesson of each. */
async function counted(db: Db, since: Instant): Promise<Found[]> {
  const rows = await db
    .select({
      ...columns,
      lessonId: sql<number>`l.id`.as('lessonId'),
      start: sql<Instant>`l.start`.as('start'),
      signals: signalsSql.as('found'),
      areProven: areProvenSql.as('areProven'),
    })
    .from(
      sql`lesson_outcomes o INDEXED BY lesson_outcomes_updated CROSS JOIN lessons l ON l.id = o.lesson_id CROSS JOIN lesson_members m ON m.lesson_id = o.lesson_id
        CROSS JOIN referrals r ON r.friend_id = m.user_id AND r.state = 'open'`,
    )
    .where(sql`o.updated_at > ${since} AND l.canceled_at IS NULL AND l.start >= r.created_at AND ${countsSql(sql`o`)}`)
    .orderBy(sql`o.updated_at`)
    .limit(BATCH)
  const first = new Map<number, Found>()
  for (const row of rows.toSorted((one, other) => one.start - other.start))
    if (!first.has(row.id)) first.set(row.id, { ...row, areProven: row.areProven === 1, counts: true })
  return [...first.values()]
}

/** Held referrals that are due and that something becomes of now. */
async function due(db: Db, now: Instant): Promise<Found[]> {
  const rows = await db
    .select({
      ...columns,
      lessonId: sql<number>`r.lesson_id`.as('lessonId'),
      signals: signalsSql.as('found'),
      areProven: areProvenSql.as('areProven'),
      counts: sql<number>`COALESCE(${countsSql(sql`o`)}, 0)`.as('counts'),
    })
    .from(sql`referrals r INDEXED BY referrals_due LEFT JOIN lesson_outcomes o ON o.lesson_id = r.lesson_id`)
    .where(
      sql`r.state = 'held' AND r.due_at <= ${now} AND (${areProvenSql} OR r.due_at <= ${now - REFERRAL_PATIENCE} OR NOT COALESCE(${countsSql(sql`o`)}, 0))`,
    )
    .orderBy(sql`r.due_at`)
    .limit(BATCH)
  return rows.map((row) => ({ ...row, areProven: row.areProven === 1, counts: row.counts === 1 }))
}

/** Brings one referral into its next state. A trigger refuses it where another run has been first. */
async function moveOn(env: Env, db: Db, found: Found, now: Instant): Promise<ReturnType<typeof nextReferralState>> {
  const state = nextReferralState(found, now)
  if (state === null) return null
  const { id, lessonId, signals } = found
  const dueAt = found.dueAt ?? (state === 'review' ? now : now + REFERRAL_DELAY)
  const change =
    state === 'open' ? { state, signals, lessonId: null, dueAt: null } : { state, signals, lessonId, dueAt }
  const granted = state === 'given' ? await grantedStatements(env, db, found, now) : []
  try {
    await db.batch([stateStatement(db, id, change, now), ...granted])
    return state
  } catch (error) {
    if (!violationIn(error)) throw error
    return null
  }
}

/**
 * Lets lessons count for those who brought a friend, gives what is due, and ends what has waited too long
 * (docs/rules/minutes.md 12.3 to 12.7). Part of the job `settle-lessons`, whose outcomes it reads. Returns how many rewards
 * were given.
 */
export async function moveReferrals(env: Env, db: Db, now: Instant): Promise<number> {
  const last = (await lastSuccessfulRun(db, 'settle-lessons', now)) ?? 0
  const found = [...(await counted(db, Math.max(last - OVERLAP, now - WINDOW))), ...(await due(db, now))]
  const states = new Set<unknown>()
  for (const one of found) states.add(await moveOn(env, db, one, now))
  await lapsedStatement(db, now)
  const given = await payRewards(db, now)
  if (states.has('review')) await notifyQueues(env, 'referrals')
  if (states.has('given')) await triggerDelivery(env)
  return given
}
