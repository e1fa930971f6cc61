import { and, desc, eq, lt } from 'drizzle-orm'
import type { JobName } from '#contract/jobs'
import type { Db } from '#db/client'
import { jobRuns } from '#db/schema/job-runs'
import type { Instant } from '#domain/cairo'
import { cutText } from '#domain/text'
import { readTimer } from '../http/clock.ts'

/** The longest stored error message; a database error may quote a whole statement. */
const MAX_ERROR = 500

/**
 * Runs a job and records its start, duration and result (docs/rules/staff.md 7.4). The row is written before the job
 * starts, so that a run which the platform aborts is visible too.
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
    await end({ ok: false, error: cutText(String(error), MAX_ERROR) })
    throw error
  }
}

/**
 * The start of the job's last successful run; null when no such run is stored. A run then reads only what has become due
 * since. A run with the same start as `now` is the current one and is skipped.
 */
export async function lastSuccessfulRun(db: Db, name: JobName, now: Instant): Promise<Instant | null> {
  const [run] = await db
    .select({ startedAt: jobRuns.startedAt })
    .from(jobRuns)
    .where(and(eq(jobRuns.name, name), eq(jobRuns.ok, true), lt(jobRuns.startedAt, now)))
    .orderBy(desc(jobRuns.startedAt))
    .limit(1)
  return run?.startedAt ?? null
}
