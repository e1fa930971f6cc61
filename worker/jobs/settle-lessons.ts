import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { settleLessons as settle } from '../ledger/store.ts'

/** Credits tutors with the lessons that are over, each once; a look at a balance does the same for its tutor. */
export async function settleLessons(_env: Env, db: Db, now: Instant): Promise<{ lessons: number }> {
  return { lessons: await settle(db, now) }
}
