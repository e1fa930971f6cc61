import { addRequest, type MeasuredRequest, type Sums } from '#domain/staff/measurements'
import { statsParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { readTimer } from '../http/clock.ts'
import { log } from '../http/logs.ts'

/** How long an isolate accumulates before it sends its sums (docs/rules/staff.md 7.2). */
const FLUSH_MS = 3000
/** A flush that has not started after this time never will: the platform has ended the request that scheduled it. */
const ABANDONED_MS = 30_000

/** The sums of this isolate that have not been sent yet. */
let pending: Sums = {}
let flushExpectedBy = 0

async function flushLater(env: Env): Promise<void> {
  await scheduler.wait(FLUSH_MS)
  const sums = pending
  pending = {}
  flushExpectedBy = 0
  await statsParty(env)
    .add(sums)
    .catch((error) => log(env, 'warn', 'statistics-lost', { error: String(error) }))
}

/** One data point per request; the index is the call, by which sampled queries are weighted. */
function writeDataPoint(env: Env, { call, status, code, ms, database }: MeasuredRequest): void {
  const { statements, waitMs, sqlMs, rowsRead, rowsWritten } = database
  env.REQUESTS?.writeDataPoint({
    indexes: [call],
    blobs: [call, String(status), code ?? ''],
    doubles: [ms, statements, waitMs, sqlMs, rowsRead, rowsWritten],
  })
}

/**
 * Adds a request to the isolate's sums. They are sent together a few seconds after the first of them; nothing is awaited
 * here.
 */
export function recordRequest(env: Env, waitUntil: (work: Promise<void>) => void, request: MeasuredRequest): void {
  addRequest(pending, request)
  writeDataPoint(env, request)
  const now = readTimer()
  if (now < flushExpectedBy) return
  flushExpectedBy = now + ABANDONED_MS
  waitUntil(flushLater(env))
}
