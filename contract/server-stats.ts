import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/server-stats.ts'
import { instant } from './fields.ts'
import { schedule } from './jobs.ts'
import { point, serverStats, spanFigures } from './live/server-stats.ts'

/** A run of a job; without `ok` it is still running, or the platform aborted it. */
export const jobRun = z.object({
  startedAt: instant,
  durationMs: z.nullable(z.int()),
  ok: z.nullable(z.boolean()),
  error: z.nullable(z.string()),
  outcome: z.unknown(),
})
export type JobRun = z.input<typeof jobRun>

export const jobState = z.object({
  name: z.enum(Object.keys(schedule) as (keyof typeof schedule)[]),
  /** Its schedule as a cron expression in UTC. */
  schedule: z.string(),
  last: z.nullable(jobRun),
  lastFailure: z.nullable(jobRun),
})
export type JobState = z.input<typeof jobState>

export const readServerStats = defineCall(calls.readServerStats, {
  may: 'serverStats.read',
  summary: 'What the servers did in the last hour: the present sample, every call, a point a minute, and the jobs',
  answer: z.object({
    now: serverStats,
    hour: spanFigures,
    minutes: z.array(point),
    jobs: z.array(jobState),
  }),
  errors: [],
})
