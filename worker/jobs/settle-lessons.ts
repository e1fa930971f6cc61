import type { Db } from '#db/client'
import { hours, type Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { OPEN_THEN } from '../ledger/absences.ts'
import { settleLessons as settle } from '../ledger/store.ts'
import { lastGoodRun } from './record-run.ts'

/** Keeps a run from reading every lesson ever taught. */
const SETTLEMENT_WINDOW = hours(24 * 3)

/** The lessons of the last days that may not have been settled by a run which began then, or by one of the last days. */
const openSince = (last: Instant | null, now: Instant): Instant =>
  Math.max(now - SETTLEMENT_WINDOW, (last ?? 0) - OPEN_THEN)

/** Credits tutors for the lessons that have ended since the last proof, each once: also those whose record came late. */
export const settleLateLessons = (db: Db, now: Instant, provenTo: Instant | null): Promise<number> =>
  settle(db, now, { since: openSince(provenTo, now) })

/**
 * Credits tutors for the lessons that have ended since the last run, each once. What a run did not find yet is settled by the
 * nightly proof of the ledger, where it finds that the pay of a lesson is missing, and by each reading of a tutor's balance.
 */
export async function settleLessons(_env: Env, db: Db, now: Instant): Promise<{ lessons: number }> {
  return { lessons: await settle(db, now, { since: openSince(await lastGoodRun(db, 'settle-lessons', now), now) }) }
}
