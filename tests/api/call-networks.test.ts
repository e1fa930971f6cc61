import { beforeEach, describe, expect, it } from 'vitest'
import type { CallNetwork } from '#contract/call-quality'
import { openDb } from '#db/client'
import { seeded } from '#db/demo/random'
import { days, hours, localDay, minutes, plusDays, startOfDay } from '#domain/cairo'
import { type DeviceClass, deviceClasses } from '#domain/sessions/call-quality'
import { callNetworksSince } from '#domain/staff/call-networks'
import {
  bindings,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { countCosts } from '../../dev/cost.ts'
import { countedDay, storeCallNetworks } from '../../worker/staff/call-network-store.ts'
import { iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { wholeReadsOf } from './plans.ts'

startClockAtNoon()

beforeEach(async () => {
  for (const table of ['call_minutes', 'call_days', 'call_networks']) await run(`DELETE FROM ${table}`)
  await run("DELETE FROM figure_cursors WHERE name = 'call-quality'")
})

type Measured = {
  minute: number
  operator?: string
  device?: DeviceClass
  isPoor?: boolean
  loss?: number | null
  roundTripMs?: number | null
  route?: 'direct' | 'relay' | null
  failure?: string | null
}

const keep = async (lesson: number, of: Person, measured: Measured) => {
  const { minute, operator = '', device = 'phone', isPoor = false, loss = null } = measured
  const { roundTripMs = null, route = null, failure = null } = measured
  await run(
    `INSERT INTO call_minutes (lesson_id, user_id, minute, operator, device, is_poor, loss, round_trip_ms, route, failure)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[lesson, of.id, minute, operator, device, Number(isPoor), loss, roundTripMs, route, failure],
  )
}

const night = (now: number) => storeCallNetworks(openDb(bindings.DB), now)
const networksFor = async (as: Person, query = '') =>
  (await expectOk<{ list: CallNetwork[] }>(callApi('GET', `/call-quality/list?size=100&${query}`, { as }))).list

describe('how calls were by network and device', () => {
  it('is added up by the nightly job from the days that are over', async () => {
    const [tutor, student, adel] = [await onboardedTutor(), await verifiedStudent(), await newAdmin()]
    const start = startOfDay(localDay(NOW)) - hours(2)
    const lesson = await insertLesson({ tutor, student, start })
    const vodafone = { operator: 'Vodafone Egypt', device: 'phone' } as const
    const at = (nth: number) => start + minutes(nth)
    await keep(lesson, student, { ...vodafone, minute: at(0), loss: 10, roundTripMs: 100, route: 'direct' })
    await keep(lesson, student, {
      ...vodafone,
      minute: at(1),
      loss: 61,
      roundTripMs: 200,
      route: 'relay',
      isPoor: true,
    })
    await keep(lesson, student, { ...vodafone, minute: at(2) })
    await keep(lesson, student, { ...vodafone, minute: at(3), failure: 'no-path' })
    await keep(lesson, tutor, { minute: at(1), device: 'desktop' })
    // The running day is not over.
    await keep(lesson, tutor, { minute: startOfDay(localDay(NOW)), device: 'desktop' })
    await triggerJob('store-figures')
    const of = { since: callNetworksSince(NOW), computedAt: iso(NOW) }
    expect(await networksFor(adel)).toEqual([
      {
        ...vodafone,
        ...of,
        calls: 1,
        measured: 3,
        poor: 1,
        failed: 1,
        poorShare: 3_333,
        relayShare: 5_000,
        loss: 36,
        roundTripMs: 150,
      },
      {
        operator: '',
        device: 'desktop',
        ...of,
        calls: 1,
        measured: 1,
        poor: 0,
        failed: 0,
        poorShare: 0,
        relayShare: null,
        loss: null,
        roundTripMs: null,
      },
    ])
    expect((await networksFor(adel, 'device=desktop')).map(({ operator }) => operator)).toEqual([''])
    expect((await networksFor(adel, 'measured[gte]=2')).map(({ operator }) => operator)).toEqual(['Vodafone Egypt'])
    for (const order of ['measured', 'poorShare', 'failed'] as const)
      expect((await networksFor(adel, `orderBy=${order}&direction=asc`)).map(({ operator }) => operator)).toEqual([
        '',
        'Vodafone Egypt',
      ])
  })

  it('is that of a slow count, after nights in which calls were held, and after one that was cut off', async () => {
    const random = seeded('call networks')
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    const taught: { minute: number; operator: string; device: DeviceClass; isPoor: boolean }[] = []
    for (let day = -31; day < 8; day += random.int(1, 3)) {
      const start = plusDays(NOW, day) + minutes(30 * random.int(-20, 20))
      const lesson = await insertLesson({ tutor, student, start })
      for (const of of [tutor, student])
        for (let nth = 0; nth < random.int(1, 4); nth += 1) {
          const operator = random.pick(['', 'WE', 'Orange'])
          const one = {
            minute: start + minutes(nth),
            operator,
            device: random.pick(deviceClasses),
            isPoor: random.chance(0.3),
          }
          await keep(lesson, of, one)
          taught.push(one)
        }
    }
    for (let day = 0; day < 9; day += random.int(1, 3)) {
      const now = plusDays(NOW, day)
      if (random.chance(0.4)) await run("UPDATE figure_cursors SET at = at - ? WHERE name = 'call-quality'", days(2))
      await night(now)
      const since = callNetworksSince(now)
      const counted = taught.filter(({ minute }) => localDay(minute) >= since && localDay(minute) < localDay(now))
      const expected = Object.entries(Object.groupBy(counted, ({ operator, device }) => `${operator} ${device}`))
        .map(([key, all = []]) => [key, all.length, all.filter(({ isPoor }) => isPoor).length])
        .toSorted()
      const found = await rows<{ key: string; measured: number; poor: number }>(
        "SELECT operator || ' ' || device AS key, measured, poor FROM call_networks ORDER BY key",
      )
      expect(
        found.map(({ key, measured, poor }) => [key, measured, poor]),
        `on day ${day}`,
      ).toEqual(expected)
    }
  })

  it('reads no day again, however many there were, and finds a day by its minutes', async () => {
    expect((await wholeReadsOf(countedDay(localDay(NOW)))).filter((step) => step.startsWith('SCAN'))).toEqual([])
    const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    const readsAfter = async (daysBefore: number) => {
      for (let day = 1; day <= daysBefore; day += 1) {
        const start = plusDays(NOW, -day)
        const known = await rows('SELECT 1 FROM call_minutes WHERE minute = ?', start)
        if (known.length === 0) await keep(await insertLesson({ tutor, student, start }), tutor, { minute: start })
      }
      await night(NOW)
      counter.begin()
      await night(NOW + days(1))
      return counter.read().rowsRead
    }
    const [few, many] = [await readsAfter(3), await readsAfter(20)]
    counter.end()
    // Each day that counts is one row of its sums.
    expect(many - few).toBeLessThan(60)
  })

  it('is for admins', async () => {
    setNow(NOW)
    const ask = async (as: Person) =>
      outcome(callApi('GET', '/call-quality/list', { as: { ...as, token: await tokenFor(as.id) } }))
    expect([await ask(await newAdmin()), await ask(await tutorManager()), await ask(await onboardedTutor())]).toEqual([
      'ok',
      'forbidden',
      'forbidden',
    ])
  })
})
