import * as z from 'zod/mini'
import { MAX_SHIFT, MAX_VISIT_MS, VISITED_APPS, visitedPages } from '#domain/staff/visits'
import { defineCall } from './call.ts'
import * as calls from './calls/server-stats.ts'
import { instant, nothing } from './fields.ts'
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

/** What three quarters of an app's visits to a page did not exceed: `lcp` and `inp` in ms; null without any. */
export const visitFigures = z.object({
  app: z.enum(VISITED_APPS),
  page: z.string(),
  visits: z.int(),
  lcp: z.nullable(z.number()),
  inp: z.nullable(z.number()),
  cls: z.nullable(z.number()),
})

export const readServerStats = defineCall(calls.readServerStats, {
  may: 'serverStats.read',
  summary:
    'What the servers did in the last hour: the present sample, every call, a point a minute, the jobs, and how fast pages were for visitors',
  answer: z.object({
    now: serverStats,
    hour: spanFigures,
    minutes: z.array(point),
    jobs: z.array(jobState),
    /** Of the last seven days. */
    visits: z.array(visitFigures),
  }),
  errors: [],
})

const visitMs = z.nullable(z.number().check(z.minimum(0), z.maximum(MAX_VISIT_MS)))

export const sendVisit = defineCall(calls.sendVisit, {
  may: 'serverStats.visit',
  summary: 'Say how fast a page was, without saying for whom',
  body: z.object({
    app: z.enum(VISITED_APPS),
    page: z.enum(visitedPages),
    /** Largest contentful paint, and interaction to next paint, in ms. */
    lcp: visitMs,
    inp: visitMs,
    /** Cumulative layout shift. */
    cls: z.nullable(z.number().check(z.minimum(0), z.maximum(MAX_SHIFT))),
  }),
  answer: nothing,
  errors: [],
})
