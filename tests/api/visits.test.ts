/** How fast pages were for their visitors: what is taken of anybody, and what staff see of it. */
import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, bindings, callApi, expectOk, newAdmin, outcome, setNow } from '#tests/people'
import { statsParty } from '../../party/stubs.ts'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'

const NOON = '2026-02-11T10:00:00Z'
const DAY = 24 * 3_600_000

type Sent = { app: string; page: string; lcp: number | null; inp: number | null; cls: number | null }
const VISIT: Sent = { app: 'app', page: '/tutors', lcp: 1500, inp: 90, cls: 0.04 }

let networks = 0
const send = (more: object = {}, ip = `10.20.0.${networks++}`): Promise<Answer> =>
  callApi('POST', '/server-stats/visit', { body: { ...VISIT, ...more }, headers: { 'cf-connecting-ip': ip } })

type Figures = Sent & { visits: number }
async function shown(): Promise<Figures[]> {
  const admin = await newAdmin()
  return (await expectOk<{ visits: Figures[] }>(callApi('GET', '/server-stats', { as: admin }))).visits
}
const tutorsPage = async () => (await shown()).find((one) => one.app === 'app' && one.page === '/tutors')

const stored = () =>
  runInDurableObject(statsParty(bindings), (_, state) =>
    state.storage.sql
      .exec<{ day: string; app: string; page: string; sums: string }>('SELECT * FROM visits ORDER BY day')
      .toArray(),
  )

beforeEach(async () => {
  setNow(NOON)
  await runInDurableObject(statsParty(bindings), (_, state) => void state.storage.sql.exec('DELETE FROM visits'))
})
afterEach(() => void vi.useRealTimers())

describe('a visit', () => {
  it('of anybody is shown to staff as what three quarters of the visits did not exceed', async () => {
    for (const lcp of [1000, 1100, 1200, 8000]) await expectOk(send({ lcp }))
    await expectOk(send({ app: 'site', page: '/', lcp: null, inp: null, cls: null }))
    const [first, second] = await shown()
    expect([first?.app, first?.page, first?.visits]).toEqual(['app', '/tutors', 4])
    expect([1200 <= (first?.lcp ?? 0), (first?.lcp ?? 0) < 1440]).toEqual([true, true])
    expect([0.04 <= (first?.cls ?? 0), (first?.cls ?? 0) < 0.048]).toEqual([true, true])
    expect(second).toEqual({ app: 'site', page: '/', visits: 1, lcp: null, inp: null, cls: null })
  })

  it('is sent as text by a page that is being closed', async () => {
    const headers = { 'content-type': 'text/plain;charset=UTF-8', 'cf-connecting-ip': '10.21.0.1' }
    await expectOk(callApi('POST', '/server-stats/visit', { raw: JSON.stringify(VISIT), headers }))
    expect(await tutorsPage()).toMatchObject({ visits: 1 })
  })

  it('holds no id, and a page from a closed list', async () => {
    const more = { userId: 7, path: '/t/7', browser: 'of Sara' }
    await expectOk(send(more))
    const [row] = await stored()
    expect(Object.keys(row ?? {})).toEqual(['day', 'app', 'page', 'sums'])
    expect(JSON.parse(String(row?.sums))).toEqual({ visits: 1, lcp: { 43: 1 }, inp: { 26: 1 }, cls: { 22: 1 } })
    for (const wrong of [{ page: '/t/7' }, { page: '/nowhere' }, { app: 'other' }])
      expect(await outcome(send(wrong))).toBe('bad-request')
  })

  it('is refused with a figure that cannot be, and nothing is counted', async () => {
    for (const wrong of [{ lcp: -1 }, { lcp: 120_001 }, { inp: 'fast' }, { cls: 101 }, { cls: undefined }])
      expect(await outcome(send(wrong))).toBe('bad-request')
    await expectOk(send({ lcp: 120_000, cls: 100 }))
    expect(await tutorsPage()).toMatchObject({ visits: 1 })
  })

  it('is not counted above twenty a minute of a network, without an error', async () => {
    // The window may end in between: then there are twenty of each.
    await Promise.all(Array.from({ length: 45 }, () => expectOk(send({}, '10.22.0.1'))))
    const counted = (await tutorsPage())?.visits ?? 0
    expect([counted >= 20, counted <= 40]).toEqual([true, true])
    await expectOk(send({}, '10.22.0.2'))
    expect((await tutorsPage())?.visits).toBe(counted + 1)
  })

  it('is kept for seven days', async () => {
    await expectOk(send())
    setNow(Date.parse(NOON) + 6 * DAY)
    await expectOk(send())
    expect(await tutorsPage()).toMatchObject({ visits: 2 })
    setNow(Date.parse(NOON) + 7 * DAY)
    expect(await tutorsPage()).toMatchObject({ visits: 1 })
    await expectOk(send())
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-02-17', '2026-02-18'])
  })

  it('is a data point of the platform too, with -1 for what did not happen', async () => {
    const points: unknown[] = []
    const VISITS = { writeDataPoint: (point: unknown) => void points.push(point) }
    const request = new Request('https://api.hessa.example/api/v1/server-stats/visit', {
      method: 'POST',
      body: JSON.stringify({ ...VISIT, inp: null }),
      headers: { 'cf-connecting-ip': '10.23.0.1' },
    })
    const answer = await app.fetch(request, { ...bindings, VISITS } as Env, createExecutionContext())
    expect(answer.status).toBe(200)
    expect(points).toEqual([{ indexes: ['app /tutors'], blobs: ['app', '/tutors'], doubles: [1500, -1, 0.04] }])
  })
})
