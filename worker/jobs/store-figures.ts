import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { daysToStore } from '#domain/dashboard/figures'
import { computeFigures, storeStatement } from '../dashboard/store.ts'
import type { Env } from '../env.ts'

/** Stores the figures of the days that are over, and again those whose trials may still convert (docs/rules/staff.md 2.4). */
export async function storeFigures(_env: Env, db: Db, now: Instant): Promise<{ days: number }> {
  const days = await computeFigures(db, daysToStore(now), now)
  await storeStatement(db, days, now)
  return { days: days.length }
}
