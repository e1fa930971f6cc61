import * as z from 'zod/mini'
import { isoInstant } from '../fields.ts'

/** What parties and the API say of the servers. Durations in ms; null where there was no request. */

const figures = {
  requests: z.int(),
  /** Answered with a status from 500. */
  failures: z.int(),
  /** Refusals and failures together. */
  errors: z.int(),
  p50: z.nullable(z.number()),
  p99: z.nullable(z.number()),
  statements: z.int(),
  rowsRead: z.int(),
  rowsWritten: z.int(),
}

/** `call` is the method and the path pattern. */
export const callFigures = z.object({ call: z.string(), ...figures })
export type CallFigures = z.input<typeof callFigures>

/** A point of the charts, which begins at `at`; `sqlMs` is how long the database was busy. */
export const point = z.object({ at: isoInstant, sqlMs: z.number(), ...figures })
export type Point = z.input<typeof point>

/** Error code -> how often it was answered. */
export const codeCounts = z.record(z.string(), z.int())

/** See `DatabaseUse` of domain/server-stats. */
export const databaseUse = z.object({
  statements: z.int(),
  waitMs: z.number(),
  sqlMs: z.number(),
  rowsRead: z.int(),
  rowsWritten: z.int(),
  unreported: z.int(),
})

/** The figures of a span of time. */
export const spanFigures = z.object({ calls: z.array(callFigures), codes: codeCounts, database: databaseUse })
export type SpanFigures = z.input<typeof spanFigures>

/** What is counted at the moment of the sample (docs/rules/staff.md 7.6). */
export const gauges = z.object({
  /** Outgoing messages: due now, waiting for a later attempt, and parked for staff. */
  queue: z.object({ due: z.int(), delayed: z.int(), parked: z.int() }),
  /** People with an open tab: each is one object of their own. */
  peopleOnline: z.int(),
  lessonsInProgress: z.int(),
  /** Broadcast room -> its open sockets. */
  subscribers: z.record(z.string(), z.int()),
  /** In MB. */
  databaseSize: z.number(),
})

/**
 * A sample of the servers (docs/rules/staff.md 7.5). The first six fields are those that every client knows: memory in MB,
 * CPU in percent, `elapsed` in ms, `timestamp` in epoch milliseconds.
 */
export const serverStats = z.object({
  memory: z.number(),
  cpu: z.number(),
  elapsed: z.number(),
  heap: z.optional(z.record(z.string(), z.number())),
  timestamp: z.number(),
  /** Load averages over the last 1, 5 and 15 minutes. */
  load: z.tuple([z.number(), z.number(), z.number()]),
  /** Over the last minute. */
  requestsPerSecond: z.optional(z.number()),
  /** The busiest calls, the codes and the use of the database of the last 5 minutes. */
  calls: z.optional(z.array(callFigures)),
  codes: z.optional(codeCounts),
  database: z.optional(databaseUse),
  /** The last 5 minutes, a point every 5 seconds. */
  points: z.optional(z.array(point)),
  /** Absent while the database does not answer. */
  gauges: z.optional(gauges),
})
export type ServerStats = z.output<typeof serverStats>
