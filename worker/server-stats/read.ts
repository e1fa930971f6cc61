import { type SQL, sql } from 'drizzle-orm'
import { type JobName, schedule } from '#contract/jobs'
import type { readServerStats } from '#contract/server-stats'
import type { Db } from '#db/client'
import { jobRuns } from '#db/schema/job-runs'
import { type StatsReport, statsParty } from '../../party/stubs.ts'
import type { Act } from '../http/bind.ts'

const names = Object.keys(schedule) as JobName[]

/** The newest run of each job; the condition is written into the text, as a partial index is not found by a parameter. */
const newestRuns = (db: Db, condition: SQL) =>
  db
    .select()
    .from(jobRuns)
    .where(sql`${jobRuns.id} IN (
    SELECT (SELECT r.id FROM job_runs r WHERE r.name = job.value AND ${condition}
      ORDER BY r.started_at DESC, r.id DESC LIMIT 1)
    FROM json_each(${JSON.stringify(names)}) AS job)`)

/** The last run of each job, and the last one that failed within the time that runs are kept. */
async function jobStates(db: Db) {
  const [last, failed] = await db.batch([newestRuns(db, sql`TRUE`), newestRuns(db, sql`r.ok = 0`)])
  return names.map((name) => ({
    name,
    schedule: schedule[name],
    last: last.find((run) => run.name === name) ?? null,
    lastFailure: failed.find((run) => run.name === name) ?? null,
  }))
}

/** The window of the statistics and the jobs (docs/rules/staff.md 7.7), for the first screen and for those without a socket. */
export const read: Act<typeof readServerStats> = async ({ db, env }) => {
  const [report, jobs] = await Promise.all([statsParty(env).report(), jobStates(db)])
  // The type of a call to an object makes every tuple a list.
  return { ...(report as unknown as StatsReport), jobs }
}
