import { and, desc, eq } from 'drizzle-orm'
import { type JobName, schedule } from '#contract/jobs'
import type { readServerStats } from '#contract/server-stats'
import type { Db } from '#db/client'
import { jobRuns } from '#db/schema/job-runs'
import { type StatsReport, statsParty } from '../../party/stubs.ts'
import type { Act } from '../http/bind.ts'

const names = Object.keys(schedule) as JobName[]

const lastRun = (db: Db, name: JobName) =>
  db.select().from(jobRuns).where(eq(jobRuns.name, name)).orderBy(desc(jobRuns.startedAt), desc(jobRuns.id)).limit(1)

const lastFailure = (db: Db, name: JobName) =>
  db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.name, name), eq(jobRuns.ok, false)))
    .orderBy(desc(jobRuns.startedAt), desc(jobRuns.id))
    .limit(1)

/** The last run of each job, and the last one that failed within the time that runs are kept. */
const jobStates = (db: Db) =>
  Promise.all(
    names.map(async (name) => {
      const [[last = null], [failure = null]] = await db.batch([lastRun(db, name), lastFailure(db, name)])
      return { name, schedule: schedule[name], last, lastFailure: failure }
    }),
  )

/** The window of the statistics and the jobs (docs/rules/staff.md 7.7), for the first screen and for those without a socket. */
export const read: Act<typeof readServerStats> = async ({ db, env }) => {
  const [report, jobs] = await Promise.all([statsParty(env).report(), jobStates(db)])
  // The type of a call to an object makes every tuple a list.
  return { ...(report as unknown as StatsReport), jobs }
}
