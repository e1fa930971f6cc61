import type { Db } from '#db/client'
import { hours, type Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { settleLessons as settle } from '../ledger/store.ts'

/** So that a run every quarter of an hour does not read every lesson ever taught. */
const LOOK_BACK = hours(24 * 60)

/**
 * Credits tutors with the lessons that are over, each once; a look at a balance does the same for its tutor. What is
 * older was posted long since, or is by the nightly proof, which looks at all.
 */
export async function settleLessons(_env: Env, db: Db, now: Instant): Promise<{ lessons: number }> {
  return { lessons: await settle(db, now, { since: now - LOOK_BACK }) }
}
