import { afterEach, describe, expect, it, vi } from 'vitest'
import { schedule } from '#contract/jobs'
import { openDb } from '#db/client'
import { noDatabaseUse } from '#domain/staff/measurements'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { recordRun } from '../../worker/jobs/record-run.ts'
import { measureDatabase } from '../../worker/staff/measured-d1.ts'
import { eventually } from '../eventually.ts'

const NOON = '2026-02-11T10:00:00Z'
const DAY = 24 * 3_600_000

type Run = { name: string; started_at: number; duration_ms: number | null; ok: number | null; error: string | null }

const runsOf = (name: string) => rows<Run>('SELECT * FROM job_runs WHERE name = ? ORDER BY id', name)

afterEach(() => {
  vi.useRealTimers()
})

describe('a run of a job', () => {
  it('is recorded with its beginning, duration and outcome', async () => {
    const now = setNow(NOON)
    await triggerJob('renew-minutes')
    const recorded = await row<Run & { outcome: string }>("SELECT * FROM job_runs WHERE name = 'renew-minutes'")
    expect(recorded).toMatchObject({ started_at: now, ok: 1, error: null })
    expect(JSON.parse(recorded?.outcome ?? '')).toEqual({ subscriptions: 0 })
  })

  it('is recorded with the milliseconds that it has taken', async () => {
    const before = performance.now()
    await recordRun(openDb(bindings.DB), 'prove-ledger', setNow(NOON), async () => {
      await scheduler.wait(20)
      return {}
    })
    const [recorded] = await runsOf('prove-ledger')
    expect(recorded?.duration_ms).toBeGreaterThanOrEqual(15)
    expect(recorded?.duration_ms).toBeLessThanOrEqual(Math.ceil(performance.now() - before))
  })

  it('that fails is recorded with the reason, and fails for the platform too', async () => {
    const now = setNow(NOON)
    const failing = recordRun(openDb(bindings.DB), 'sweep-messages', now, () => Promise.reject(new Error('no table')))
    await expect(failing).rejects.toThrow('no table')
    expect(await runsOf('sweep-messages')).toMatchObject([{ started_at: now, ok: 0, error: 'Error: no table' }])
  })

  it('is kept for 30 days', async () => {
    const now = setNow(NOON)
    await run("INSERT INTO job_runs (name, started_at) VALUES ('settle-lessons', ?)", now - 30 * DAY - 1)
    await run("INSERT INTO job_runs (name, started_at) VALUES ('settle-lessons', ?)", now - 30 * DAY)
    await triggerJob('clear-expired')
    expect((await runsOf('settle-lessons')).map((one) => one.started_at)).toEqual([now - 30 * DAY])
  })
})

type Figures = {
  call: string
  requests: number
  errors: number
  failures: number
  p50: number
  statements: number
  rowsRead: number
}
type Stats = {
  now: {
    timestamp: number
    load: number[]
    calls: Figures[]
    gauges: { queue: Record<string, number>; peopleOnline: number }
  }
  hour: { calls: Figures[]; codes: Record<string, number>; database: Record<string, number> }
  minutes: { at: string; requests: number }[]
  jobs: { name: string; last: { startedAt: string; ok: boolean } | null; lastFailure: { error: string } | null }[]
}

const statsFor = (as: Person) => expectOk<Stats>(callApi('GET', '/server-stats', { as }))
const callIn = ({ hour }: Stats, call: string) => hour.calls.find((one) => one.call === call)

const sumsOf = (stats: Stats) => ({
  requests: callIn(stats, 'GET /user/:id')?.requests ?? 0,
  errors: callIn(stats, 'GET /user/:id')?.errors ?? 0,
  unknown: stats.hour.codes['user-not-found'] ?? 0,
  forbidden: stats.hour.codes.forbidden ?? 0,
})

/** The statistics once they hold what the isolate had measured for the test files before this one. */
async function flushedStats(as: Person): Promise<Stats> {
  await callApi('POST', '/no-such-call', { as })
  return eventually(async () => {
    const found = await statsFor(as)
    expect(found.hour.codes['not-found']).toBeGreaterThanOrEqual(1)
    return found
  })
}

describe('the statistics', () => {
  it('hold every request with its call, its code and what it took of the database', async () => {
    const [boss, sara] = [await newAdmin(), await verifiedStudent()]
    const before = await flushedStats(boss)
    // An isolate's first run of a statement tells its columns, not its rows.
    for (let count = 0; count < 3; count++) await expectOk(callApi('GET', `/user/${sara.id}`, { as: boss }))
    expect(await outcome(callApi('GET', '/user/999999', { as: boss }))).toBe('user-not-found')
    expect(await outcome(callApi('GET', '/user/1', { as: sara }))).toBe('forbidden')
    const stats = await eventually(async () => {
      const found = await statsFor(boss)
      expect(sumsOf(found).requests - sumsOf(before).requests).toBeGreaterThanOrEqual(5)
      return found
    })
    const figures = callIn(stats, 'GET /user/:id')
    const [now, then] = [sumsOf(stats), sumsOf(before)]
    expect([now.requests - then.requests, now.errors - then.errors, figures?.failures]).toEqual([5, 2, 0])
    expect([now.unknown - then.unknown, now.forbidden - then.forbidden]).toEqual([1, 1])
    expect(figures?.statements).toBeGreaterThanOrEqual(9)
    expect(figures?.rowsRead).toBeGreaterThanOrEqual(4)
    expect(figures?.p50).toBeGreaterThan(0)
    expect(stats.now.calls.map(({ call }) => call)).toContain('GET /user/:id')
    expect(stats.minutes).toHaveLength(60)
    expect(stats.minutes.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThanOrEqual(5)
  })

  it('name a path that is no call by its pattern, whatever is asked for', async () => {
    const boss = await newAdmin()
    for (const path of ['/no-such-call', '/other/99']) await callApi('GET', path, { as: boss })
    const stats = await eventually(async () => {
      const found = await statsFor(boss)
      expect(found.hour.codes['not-found']).toBeGreaterThanOrEqual(2)
      return found
    })
    expect(stats.hour.calls.filter(({ call }) => call.includes('no-such-call') || call.includes('99'))).toEqual([])
  })

  it('count the messages that wait and are parked, and the people online', async () => {
    const [boss, sara] = [await newAdmin(), await verifiedStudent()]
    const message = (status: string, at: number) =>
      run(
        `INSERT INTO outbox (channel, template, "to", params, status, next_attempt_at, created_at)
         VALUES ('email', 'email_code', 'x@example.com', '{}', ?, ?, ?)`,
        status,
        at,
        at,
      )
    await run('DELETE FROM outbox')
    await message('pending', Date.now() - DAY)
    await message('pending', Date.now() + DAY)
    await message('parked', Date.now() - DAY)
    await message('sent', Date.now() - DAY)
    await run('UPDATE users SET online = (id = ?)', sara.id)
    const { now } = await statsFor(boss)
    expect(now.gauges).toMatchObject({ queue: { due: 1, delayed: 1, parked: 1 }, peopleOnline: 1 })
  })

  it('hold the last run of each job and the last one that failed', async () => {
    const boss = await newAdmin()
    const at = Date.now() + DAY
    const values = 'INSERT INTO job_runs (name, started_at, duration_ms, ok, error) VALUES'
    await run(`${values} ('prove-ledger', ?, 5, 0, 'no answer'), ('prove-ledger', ?, 7, 1, NULL)`, at, at + 1)
    const { jobs } = await statsFor(boss)
    expect(jobs.map(({ name }) => name)).toEqual(Object.keys(schedule))
    expect(jobs.find(({ name }) => name === 'prove-ledger')).toMatchObject({
      last: { startedAt: new Date(at + 1).toISOString(), ok: true },
      lastFailure: { error: 'no answer' },
    })
  })
})

describe('the measured database', () => {
  it('answers columns of the same name as the database does, and counts what is reported', async () => {
    const use = noDatabaseUse()
    const db = measureDatabase(bindings.DB, use)
    const twice = () => db.prepare('SELECT ?1 AS a, ?2 AS a').bind(1, 2).raw()
    const once = () => db.prepare('SELECT id, email FROM users ORDER BY id LIMIT 2').raw()
    expect([await twice(), await twice()]).toEqual([[[1, 2]], [[1, 2]]])
    const first = await once()
    expect([await once(), await once()]).toEqual([first, first])
    expect(await db.prepare('SELECT 5 AS "2", 6 AS "1"').raw()).toEqual([[5, 6]])
    expect(await db.prepare('SELECT 5 AS "2", 6 AS "1"').raw()).toEqual([[5, 6]])
    expect(await db.prepare('SELECT id FROM users WHERE id < 0').raw()).toEqual([])
    expect(use).toMatchObject({ statements: 8, unreported: 6 })
    expect(use.rowsRead).toBeGreaterThanOrEqual(4)
  })

  it('counts every statement of a batch and the rows that it writes', async () => {
    const use = noDatabaseUse()
    const db = measureDatabase(bindings.DB, use)
    const insertion = () => db.prepare("INSERT INTO job_runs (name, started_at) VALUES ('clear-expired', ?)").bind(1)
    await db.batch([insertion(), insertion()])
    expect(use).toMatchObject({ statements: 2, unreported: 0 })
    expect(use.rowsWritten).toBeGreaterThanOrEqual(2)
  })
})
