import type { Db } from '#db/client'
import { hours, type Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { settleLessons as settle } from '../ledger/store.ts'
import { lastGoodRun } from './record-run.ts'

/** Keeps a run from reading every lesson ever taught. */
const SETTLEMENT_WINDOW = hours(24 * 3)

/**
 * Lessons are looked for that began so long before the last run: the longest takes half an hour, its record is
 * complete 45 minutes later, and what was written late has more than an hour.
 */
const OPEN_THEN = hours(3)

/** Credits tutors for all lessons of the last days that have ended, each once: also those whose record came late. */
export const settleLateLessons = (db: Db, now: Instant): Promise<number> =>
  settle(db, now, { since: now - SETTLEMENT_WINDOW })

/**
 * Credits tutors for the lessons that have ended since the last run, each once. What a run did not find yet is settled by the
 * nightly proof of the ledger, which goes through the last days and through older lessons by turns, and by each reading of a tutor's
 * balance.
 */
export async function settleLessons(_env: Env, db: Db, now: Instant): Promise<{ lessons: number }> {
  const last = await lastGoodRun(db, 'settle-lessons', now)
  const since = Math.max(now - SETTLEMENT_WINDOW, (last ?? 0) - OPEN_THEN)
  return { lessons: await settle(db, now, { since }) }
}
