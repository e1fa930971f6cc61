import { and, desc, eq, lt } from 'drizzle-orm'
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

/**
 * When the last run of a job began that did all it had to; null where no such run is kept. What falls due is looked for from then
 * on, so that a run reads what has become due and not what may ever be. A run of the same instant is this one.
 */
export async function lastGoodRun(db: Db, name: JobName, now: Instant): Promise<Instant | null> {
  const [run] = await db
    .select({ startedAt: jobRuns.startedAt })
    .from(jobRuns)
    .where(and(eq(jobRuns.name, name), eq(jobRuns.ok, true), lt(jobRuns.startedAt, now)))
    .orderBy(desc(jobRuns.startedAt))
    .limit(1)
  return run?.startedAt ?? null
}
