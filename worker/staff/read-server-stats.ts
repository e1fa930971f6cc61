import { type SQL, sql } from 'drizzle-orm'
import { type JobName, schedule } from '#contract/jobs'
import type { readServerStats } from '#contract/server-stats'
import type { Db } from '#db/client'
import { jobRuns } from '#db/schema/job-runs'
import { type StatsReport, statsParty } from '../../party/stubs.ts'
import { type ReadRequest, reading } from '../http/bind.ts'

const names = Object.keys(schedule) as JobName[]

/**
 * The newest run of each job; the condition is inlined, because SQLite does not use a partial index for a bound parameter.
 */
export const lastRuns = (db: Db, condition: SQL) =>
  db
    .select()
    .from(jobRuns)
    .where(sql`${jobRuns.id} IN (
    SELECT (SELECT r.id FROM job_runs r WHERE r.name = job.value AND ${condition}
      ORDER BY r.started_at DESC, r.id DESC LIMIT 1)
    FROM json_each(${JSON.stringify(names)}) AS job)`)

type Runs = Awaited<ReturnType<typeof lastRuns>>

/** The last run of each job, and its last failed run while runs are stored. */
const jobStates = (last: Runs, failed: Runs) =>
  names.map((name) => ({
    name,
    schedule: schedule[name],
    last: last.find((run) => run.name === name) ?? null,
    lastFailure: failed.find((run) => run.name === name) ?? null,
  }))

/**
 * The window of the statistics and the jobs (docs/rules/staff.md 7.7), for the first screen and for clients without a
 * socket.
 */
export const read = reading(
  ({ db }: ReadRequest<typeof readServerStats>) => [lastRuns(db, sql`TRUE`), lastRuns(db, sql`r.ok = 0`)],
  async ({ env }, [last, failed]) => {
    const report = await statsParty(env).report()
    // Typed RPC to a Durable Object turns every tuple into a list.
    return { ...(report as unknown as StatsReport), jobs: jobStates(last, failed) }
  },
)
