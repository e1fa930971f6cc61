import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readFromServer } from '#contract/live/broadcast'
import { STEP_MS, type Sums, stepAt, WINDOW_MS } from '#domain/staff/measurements'
import { bindings, newAdmin } from '#tests/people'
import { statsParty } from '../../party/stubs.ts'
import { readTimer } from '../../party/timer.ts'
import { eventually } from '../eventually.ts'
import { openBroadcastRoom, type Tab } from './socket.ts'

type Sample = { timestamp: number; calls: { call: string; requests: number }[]; gauges: { subscribers: object } }

const sumsOf = (call: string, requests = 1): Sums => ({
  [call]: {
    requests,
    failures: 0,
    ms: 10,
    durations: { 14: 1 },
    codes: {},
    database: { statements: 1, waitMs: 5, sqlMs: 1, rowsRead: 3, rowsWritten: 0, unreported: 0 },
  },
})

const stats = () => statsParty(bindings)
const alarmOf = () => runInDurableObject(stats(), (_party, { storage }) => storage.getAlarm())
const storedSteps = () =>
  runInDurableObject(stats(), (_party, { storage }) =>
    storage.sql
      .exec<{ start: number }>('SELECT start FROM steps ORDER BY start')
      .toArray()
      .map(({ start }) => start),
  )
const samples = async (tab: Tab, count: number) => (await tab.receive('ServerStats', count)) as Sample[]

describe('samples of the servers', () => {
  it('are emitted at once and again while an admin watches, and not when nobody does', async () => {
    await stats().add(sumsOf('GET /watched'))
    expect(await alarmOf()).toBeNull()
    const tab = await openBroadcastRoom('ServerStats', await newAdmin())
    const [first] = (await samples(tab, 1)) as [Sample]
    expect(readFromServer(JSON.stringify(tab.frames[0]))).not.toBeNull()
    expect(first.calls.find(({ call }) => call === 'GET /watched')?.requests).toBe(1)
    expect(first.gauges.subscribers).toMatchObject({ ServerStats: 1 })
    expect(await alarmOf()).not.toBeNull()
    await runDurableObjectAlarm(stats())
    expect(await samples(tab, 2)).toHaveLength(2)
    await tab.close()
    await eventually(async () => {
      await runDurableObjectAlarm(stats())
      expect(await alarmOf()).toBeNull()
    })
  })

  it('reach everybody who watches', async () => {
    const tabs = [await openBroadcastRoom('ServerStats', await newAdmin())]
    tabs.push(await openBroadcastRoom('ServerStats', await newAdmin()))
    await runDurableObjectAlarm(stats())
    for (const tab of tabs) expect(await samples(tab, 1)).not.toHaveLength(0)
    for (const tab of tabs) await tab.close()
  })
})

describe('a sample', () => {
  it('is not brought forward by another who begins to watch', async () => {
    const next = Math.ceil(readTimer()) + 100 * STEP_MS
    await runInDurableObject(stats(), (_party, { storage }) => storage.setAlarm(next))
    await stats().startSampling()
    expect(await alarmOf()).toBe(next)
    await runInDurableObject(stats(), (_party, { storage }) => storage.deleteAlarm())
  })

  it('has the figures of requests while the database does not answer, and no counts', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onTestFinished(() => log.mockRestore())
    // More than of any call of an earlier file: a sample holds only the most frequent ones.
    const requests = 100_000
    await stats().add(sumsOf('GET /without-database', requests))
    const away = vi.spyOn(bindings.DB, 'prepare').mockImplementation(() => {
      throw new Error('away')
    })
    onTestFinished(() => away.mockRestore())
    const { now } = await stats().report()
    expect(now.memory).toBe(0)
    expect(now.calls).toContainEqual(expect.objectContaining({ call: 'GET /without-database', requests }))
    expect(now).not.toHaveProperty('gauges')
    expect(log).toHaveBeenCalledWith('StatsParty: the gauges were not read', expect.any(Error))
  })
})

describe('the window', () => {
  it('survives that the object is evicted', async () => {
    await stats().add(sumsOf('GET /stored'))
    await evictDurableObject(stats())
    const { hour } = await stats().report()
    expect(hour.calls.map(({ call }) => call)).toContain('GET /stored')
  })

  it('adds the sums of one step together, in one row', async () => {
    const before = await storedSteps()
    await stats().add(sumsOf('GET /many'))
    await stats().add(sumsOf('GET /many'))
    expect((await storedSteps()).length).toBeLessThanOrEqual(before.length + 2)
    const { hour } = await stats().report()
    expect(hour.calls.find(({ call }) => call === 'GET /many')?.requests).toBe(2)
  })

  it('loses what is older than an hour', async () => {
    const old = stepAt(Date.now()) - WINDOW_MS - 20 * STEP_MS
    await runInDurableObject(stats(), (_party, { storage }) => {
      storage.sql.exec('INSERT INTO steps (start, sums) VALUES (?, ?)', old, JSON.stringify(sumsOf('GET /old')))
    })
    await evictDurableObject(stats())
    expect((await stats().report()).hour.calls.map(({ call }) => call)).not.toContain('GET /old')
    await stats().add(sumsOf('GET /new'))
    expect(await storedSteps()).not.toContain(old)
  })
})
