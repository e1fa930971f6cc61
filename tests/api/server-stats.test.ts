import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDb } from '#db/client'
import { bindings, row, rows, run, setNow, triggerJob } from '#tests/people'
import { recordRun } from '../../worker/jobs/record-run.ts'

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
    expect(recorded?.duration_ms).toBeGreaterThanOrEqual(0)
    expect(JSON.parse(recorded?.outcome ?? '')).toEqual({ subscriptions: 0 })
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
