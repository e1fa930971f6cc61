import { describe, expect, it } from 'vitest'
import { hours, lastPlannable, localDay } from '#domain/cairo'
import {
  callApi,
  newAdmin,
  newEmail,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  row,
  run,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'

startClockAtNoon()

const LAST = lastPlannable(NOW)
const ABSURD = ['2032-01-01T10:00:00.000Z', '2099-01-01T00:00:00.000Z', '9999-12-31T23:45:00.000Z']
const TOO_FAR = [iso(LAST + hours(0.25)), ...ABSURD]
const COUNTED = ['availability_slots', 'availability_patterns', 'coupons', 'invites', 'plan_invites']

const storedRows = async () =>
  Promise.all(COUNTED.map(async (table) => (await row<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n))

describe('nothing is planned more than five years ahead:', () => {
  it('no slot, neither made nor moved there', async () => {
    const tutor = await onboardedTutor()
    const act = (action: object) =>
      outcome(callApi('POST', '/availability-slot', { as: tutor, body: { actions: [action] } }))
    const create = (start: string, end: string) => act({ type: 'create', start, end, purpose: 2 })
    expect(await create(iso(LAST - hours(1)), iso(LAST))).toBe('ok')
    const slot = await row<{ id: number }>('SELECT id FROM availability_slots WHERE user_id = ?', tutor.id)
    const before = await storedRows()
    for (const end of TOO_FAR) {
      const start = iso(Date.parse(end) - hours(1))
      expect([end, await create(start, end)]).toEqual([end, 'date-too-far'])
      expect([end, await act({ type: 'update', id: slot?.id, start, end })]).toEqual([end, 'date-too-far'])
    }
    // An absurd past is refused as any other past.
    expect(await create('0001-01-01T00:00:00Z', '0001-01-01T01:00:00Z')).toBe('bad-request')
    expect(await storedRows()).toEqual(before)
  })

  it('no season and no day off of a week that repeats', async () => {
    const manager = await tutorManager()
    const save = (more: object) =>
      outcome(
        callApi('PUT', '/availability-pattern', {
          as: manager,
          body: { ranges: [], season: null, daysOff: [], ...more },
        }),
      )
    expect(await save({ daysOff: [localDay(LAST)] })).toBe('ok')
    for (const day of ['2031-02-12', '2099-01-01', '9999-12-31'])
      for (const more of [{ daysOff: [day] }, { season: { from: day, to: day, ranges: [] } }])
        expect([more, await save(more)]).toEqual([more, 'date-too-far'])
  })

  it('no expiry of a coupon or an invitation', async () => {
    const [admin, superAdmin] = [await newAdmin(), await newSuperAdmin()]
    const student = await verifiedStudent()
    const planId = await newPlan({ invitesOnly: true })
    const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }
    const coupon = { code: 'FAR-AWAY', planId, ...discounts }
    const before = await storedRows()
    for (const expiresAt of TOO_FAR) {
      const invite = { email: newEmail(), planId, expiresAt }
      const planInvite = { userIds: [student.id], planId, expiresAt: expiresAt.slice(0, 10) }
      const made = [
        outcome(callApi('POST', '/coupon', { as: admin, body: { ...coupon, expiresAt } })),
        outcome(callApi('POST', '/invite', { as: admin, body: invite })),
        outcome(callApi('POST', '/plan-invite', { as: superAdmin, body: planInvite })),
      ]
      expect([expiresAt, await Promise.all(made)]).toEqual([expiresAt, made.map(() => 'date-too-far')])
    }
    expect(await storedRows()).toEqual(before)
    const expiresAt = iso(LAST)
    expect(await outcome(callApi('POST', '/coupon', { as: admin, body: { ...coupon, expiresAt } }))).toBe('ok')
    await run("DELETE FROM coupons WHERE code = 'FAR-AWAY'")
  })
})
