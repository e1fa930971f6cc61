import { minutes } from '../cairo.ts'
import type { Outcomes } from './alerts.ts'
import { addCounts, type Histogram, percentileOf, stepOf } from './histogram.ts'

/** The database use of one or many requests. Times in ms. */
export type DatabaseUse = {
  statements: number
  /** The time spent waiting for statements; concurrent ones count separately. */
  waitMs: number
  /** The time that the database reports for executing the statements. */
  sqlMs: number
  rowsRead: number
  rowsWritten: number
  /** Statements that reported neither their time nor their rows. */
  unreported: number
}

export const noDatabaseUse = (): DatabaseUse => ({
  statements: 0,
  waitMs: 0,
  sqlMs: 0,
  rowsRead: 0,
  rowsWritten: 0,
  unreported: 0,
})

/** One measured request. */
export type MeasuredRequest = {
  /** Method and path pattern, such as `GET /lesson/:id`. */
  call: string
  status: number
  /** The error code of a refusal or failure. */
  code: string | undefined
  ms: number
  database: DatabaseUse
}

/** The sums of many requests to one call. */
export type CallSums = {
  requests: number
  /** Requests answered with a status of 500 or above: internal errors. */
  failures: number
  ms: number
  durations: Histogram
  /** Refusals and failures by code. */
  codes: Record<string, number>
  database: DatabaseUse
}

/** Sums by call. */
export type Sums = Record<string, CallSums>

/** Sums of the requests of one step of the window; `start` is in machine time. */
export type Step = { start: number; sums: Sums }

/** The width of a step, and the length of the window (docs/rules/staff.md 7.3). */
export const STEP_MS = 5000
export const WINDOW_MS = minutes(60)

const FAILURE = 500

const noRequests = (): CallSums => ({
  requests: 0,
  failures: 0,
  ms: 0,
  durations: {},
  codes: {},
  database: noDatabaseUse(),
})

function sumsOf(sums: Sums, call: string): CallSums {
  const known = sums[call] ?? noRequests()
  sums[call] = known
  return known
}

/** Adds one request to the sums. */
export function addRequest(sums: Sums, { call, status, code, ms, database }: MeasuredRequest): void {
  const into = sumsOf(sums, call)
  into.requests++
  into.ms += ms
  if (status >= FAILURE) into.failures++
  if (code !== undefined) addCounts(into.codes, { [code]: 1 })
  addCounts(into.durations, { [stepOf(ms)]: 1 })
  addCounts(into.database, database)
}

function addCall(into: CallSums, from: CallSums): void {
  into.requests += from.requests
  into.failures += from.failures
  into.ms += from.ms
  addCounts(into.durations, from.durations)
  addCounts(into.codes, from.codes)
  addCounts(into.database, from.database)
}

/** Adds the sums of every call; returns `into`. */
export function addSums(into: Sums, from: Sums): Sums {
  for (const [call, sums] of Object.entries(from)) addCall(sumsOf(into, call), sums)
  return into
}

/** The sums of all calls together. */
export function totalOf(sums: Sums): CallSums {
  const total = noRequests()
  for (const one of Object.values(sums)) addCall(total, one)
  return total
}

/** How many requests there were, and how many failed on our side. */
export const outcomesOf = ({ requests, failures }: CallSums): Outcomes => ({ all: requests, failed: failures })

/** The same of one call, without those that were refused, which say nothing of whether it works. */
export function answeredOf(sums: CallSums = noRequests()): Outcomes {
  const refusedOrFailed = Object.values(sums.codes).reduce((total, count) => total + count, 0)
  return { all: sums.requests - refusedOrFailed + sums.failures, failed: sums.failures }
}

/** The start of the step that contains an instant of machine time. */
export const stepAt = (at: number): number => at - (at % STEP_MS)

/** The start of the oldest step in the window at `now`. */
export const windowStart = (now: number): number => stepAt(now) + STEP_MS - WINDOW_MS

/** The sums of all steps that begin within `spanMs` before the end of the current step. */
export function sumSince(steps: Iterable<Step>, now: number, spanMs: number): Sums {
  const from = stepAt(now) + STEP_MS - spanMs
  const sums: Sums = {}
  for (const { start, sums: one } of steps) if (start >= from) addSums(sums, one)
  return sums
}

/** A call's figures: times in ms, null without any request. */
export type CallFigures = {
  call: string
  requests: number
  failures: number
  /** Refusals and failures together. */
  errors: number
  p50: number | null
  p99: number | null
  statements: number
  rowsRead: number
  rowsWritten: number
}

const MEDIAN = 0.5
const SLOWEST = 0.99

const figuresOf = (call: string, { requests, failures, codes, durations, database }: CallSums): CallFigures => ({
  call,
  requests,
  failures,
  errors: Object.values(codes).reduce((sum, count) => sum + count, 0),
  p50: percentileOf(durations, MEDIAN),
  p99: percentileOf(durations, SLOWEST),
  statements: database.statements,
  rowsRead: database.rowsRead,
  rowsWritten: database.rowsWritten,
})

/** The figures of every call, by descending number of requests. */
export const figuresByCall = (sums: Sums): CallFigures[] =>
  Object.entries(sums)
    .map(([call, one]) => figuresOf(call, one))
    .sort((one, other) => other.requests - one.requests || (one.call < other.call ? -1 : 1))

/** The figures of a point of a chart. */
export type Point = Omit<CallFigures, 'call'> & { at: number; sqlMs: number }

/** One point per `widthMs` of the last `spanMs`, oldest first; the last one is the current, incomplete one. */
export function seriesOf(steps: Iterable<Step>, now: number, spanMs: number, widthMs: number): Point[] {
  const end = now - (now % widthMs)
  const count = Math.floor(spanMs / widthMs)
  const slots = Array.from({ length: count }, (_, index) => ({
    at: end - (count - 1 - index) * widthMs,
    total: noRequests(),
  }))
  for (const { start, sums } of steps) {
    const slot = slots[count - 1 - Math.floor((end - (start - (start % widthMs))) / widthMs)]
    if (slot) for (const one of Object.values(sums)) addCall(slot.total, one)
  }
  return slots.map(({ at, total }) => {
    const { call: _, ...figures } = figuresOf('', total)
    return { ...figures, at, sqlMs: total.database.sqlMs }
  })
}

/**
 * The average number of concurrent requests over the last `spanMs`: the total time of all requests divided by the elapsed
 * time.
 */
export function concurrency(steps: Iterable<Step>, now: number, spanMs: number): number {
  const from = stepAt(now) + STEP_MS - spanMs
  let ms = 0
  for (const { start, sums } of steps) if (start >= from) for (const one of Object.values(sums)) ms += one.ms
  return ms / spanMs
}
