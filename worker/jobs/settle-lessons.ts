import type { Db } from '#db/client'
import { hours, type Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { OPEN_THEN } from '../withdrawals/ledger-absences.ts'
import { settleLessons as settle } from '../withdrawals/ledger-store.ts'
import { lastSuccessfulRun } from './record-run.ts'

/** Bounds how many lessons a run reads. */
const SETTLEMENT_WINDOW = hours(24 * 3)

/** Where to start: lessons that started earlier were settled by the last run, or are older than the window. */
const openSince = (last: Instant | null, now: Instant): Instant =>
  Math.max(now - SETTLEMENT_WINDOW, (last ?? 0) - OPEN_THEN)

/**
 * Credits tutors once for each lesson that has ended since the last proof, including those whose attendance was recorded
 * late.
 */
export const settleLateLessons = (db: Db, now: Instant, provenTo: Instant | null): Promise<number> =>
  settle(db, now, { since: openSince(provenTo, now) })

/**
 * Credits tutors once for each lesson that has ended since the last run. What a run misses is settled by the nightly proof
 * of the ledger, which notices missing pay, and whenever a tutor's balance is read.
 */
export async function settleLessons(env: Env, db: Db, now: Instant): Promise<{ lessons: number }> {
  const since = openSince(await lastSuccessfulRun(db, 'settle-lessons', now), now)
  const lessons = await settle(db, now, { since })
  if (lessons > 0) await notifyQueues(env, 'lesson-pay')
  return { lessons }
}
