import type { Db } from '#db/client'
import { hours, type Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { settleLessons as settle } from '../ledger/store.ts'

/** Keeps a run every 15 minutes from reading every lesson ever taught. */
const SETTLEMENT_WINDOW = hours(24 * 3)

/**
 * Credits tutors for the lessons that have ended, each once. Older lessons than those of the window are settled by the
 * nightly proof of the ledger, which comes to each by turns, and by each reading of a tutor's balance.
 */
export async function settleLessons(_env: Env, db: Db, now: Instant): Promise<{ lessons: number }> {
  return { lessons: await settle(db, now, { since: now - SETTLEMENT_WINDOW }) }
}
