import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, setNow } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { buyPlan, placeReferenceOrder, withGateways } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'

let gateways: Gateways
withGateways('2026-02-09T21:59:00Z', (opened) => {
  gateways = opened
})

type Listed = { list: { id: number }[]; total: number }

describe('the lists of payments and subscriptions', () => {
  it('are narrowed to the days on which they were made', async () => {
    const [plan, sara, nour, adel] = [await newPlan(), await payingStudent(), await payingStudent(), await newAdmin()]
    const listed = async (path: string, query: string) => {
      const { list } = await expectOk<Listed>(
        callApi('GET', `${path}?users=${sara.id}&users=${nour.id}&${query}`, { as: adel }),
      )
      return list.length
    }
    await placeReferenceOrder(gateways, sara, { planId: plan })
    setNow('2026-02-09T22:00:00Z')
    await buyPlan(gateways, nour, plan)
    const day = 'createdAt[gte]=2026-02-09T22:00:00.000Z&createdAt[lt]=2026-02-10T22:00:00.000Z'
    expect([await listed('/tx/list', ''), await listed('/tx/list', day)]).toEqual([2, 1])
    expect([
      await listed('/tx/list', 'createdAt[lt]=2026-02-09T22:00:00.000Z'),
      await listed('/sub/list', day),
    ]).toEqual([1, 1])
    expect(await listed('/sub/list', 'createdAt[gte]=2026-02-10T22:00:00.000Z')).toBe(0)
    for (const path of ['/tx/list', '/sub/list']) {
      expect(await outcome(callApi('GET', `${path}?createdAt=yesterday`, { as: adel }))).toBe('bad-request')
    }
  })
})
