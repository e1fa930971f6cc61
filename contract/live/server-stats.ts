import * as z from 'zod/mini'
import { isoInstant } from '../fields.ts'

/** The server statistics that parties and the API report. Durations in ms; null without any request. */

const figures = {
  requests: z.int(),
  /** Answered with a status of 500 or above. */
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

/** A point of the charts, beginning at `at`; `sqlMs` is the execution time that the database reported. */
export const point = z.object({ at: isoInstant, sqlMs: z.number(), ...figures })
export type Point = z.input<typeof point>

/** Error code -> number of answers. */
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

/** The figures of a time span. */
export const spanFigures = z.object({ calls: z.array(callFigures), codes: codeCounts, database: databaseUse })
export type SpanFigures = z.input<typeof spanFigures>

/** Values at the moment of the sample (docs/rules/staff.md 7.6). */
export const gauges = z.object({
  /** Outgoing messages: due now, waiting for a later attempt, and parked for staff. */
  queue: z.object({ due: z.int(), delayed: z.int(), parked: z.int() }),
  /** Users with an open tab, each of whom has a Durable Object. */
  peopleOnline: z.int(),
  lessonsInProgress: z.int(),
  /** Broadcast room -> its open sockets. */
  subscribers: z.record(z.string(), z.int()),
  /** In MB. */
  databaseSize: z.number(),
})

/**
 * A sample of the servers (docs/rules/staff.md 7.5). The first six fields are known to every client: memory in MB, CPU in
 * percent, `elapsed` in ms, `timestamp` in epoch milliseconds.
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
  /** The last 5 minutes, one point per 5 seconds. */
  points: z.optional(z.array(point)),
  /** Absent while the database does not respond. */
  gauges: z.optional(gauges),
})
export type ServerStats = z.output<typeof serverStats>
