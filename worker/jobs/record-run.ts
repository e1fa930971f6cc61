import { eq } from 'drizzle-orm'
import type { JobName } from '#contract/jobs'
import type { Db } from '#db/client'
import { jobRuns } from '#db/schema/job-runs'
import type { Instant } from '#domain/cairo'
import { readTimer } from '../http/clock.ts'

/** The longest message that is kept; a database error may quote a whole statement. */
const MAX_ERROR = 500

/**
 * Runs a job and keeps when it began, how long it took and how it ended (docs/rules/staff.md 7.4). The row is written
 * before the job begins, so that a run which the platform cuts off is seen too.
 * @throws what the job throws.
 */
export async function recordRun<T>(db: Db, name: JobName, now: Instant, run: () => Promise<T>): Promise<T> {
  const start = readTimer()
  const [begun] = await db.insert(jobRuns).values({ name, startedAt: now }).returning({ id: jobRuns.id })
  const end = (ended: { ok: boolean; error?: string; outcome?: unknown }) =>
    db
      .update(jobRuns)
      .set({ ...ended, durationMs: Math.round(readTimer() - start) })
      .where(eq(jobRuns.id, begun?.id ?? 0))
  try {
    const outcome = await run()
    await end({ ok: true, outcome })
    return outcome
  } catch (error) {
    await end({ ok: false, error: String(error).slice(0, MAX_ERROR) })
    throw error
  }
}
