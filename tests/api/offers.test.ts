import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seeded } from '#db/demo/random'
import { hours, minutes } from '#domain/cairo'
import {
  callApi,
  expectOk,
  mailedCode,
  newAdmin,
  newStudent,
  newSuperAdmin,
  onboardedTutor,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
  subscribe,
  verifiedStudent,
} from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

type Plan = { id: number; weeklyMinutes: number; active: boolean; forInvitesOnly: boolean }
type Page<T> = { list: T[]; total: number }

const DRAFT = {
  weeklyMinutes: 60,
  baseMonthlyPrice: 60_000,
  monthDiscount: 0,
  quarterDiscount: 1000,
  yearDiscount: 2000,
  forInvitesOnly: false,
  active: true,
}

let adel: Person
let admin: Person
let sara: Person

const newPlan = (more: object = {}) =>
  expectOk<Plan>(callApi('POST', '/plan', { as: adel, body: { ...DRAFT, ...more } }))

beforeAll(async () => {
  setNow(NOW)
  adel = await newSuperAdmin()
  admin = await newAdmin()
  sara = await verifiedStudent()
})
beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

describe('plans', () => {
  it('are created, changed and deleted by both admins, which is audited', async () => {
    const plan = await newPlan()
    expect(plan).toMatchObject(DRAFT)
    expect(await lastAuditEntry('plan.create')).toMatchObject({ actor_id: adel.id, target_id: plan.id, after: DRAFT })
    const edit = (as: Person, body: unknown) => callApi('PATCH', `/plan/${plan.id}`, { as, body })
    expect(await expectOk<Plan>(edit(adel, { weeklyMinutes: 120 }))).toMatchObject({ ...DRAFT, weeklyMinutes: 120 })
    expect(await lastAuditEntry('plan.edit')).toMatchObject({
      before: { weeklyMinutes: 60 },
      after: { weeklyMinutes: 120 },
    })
    expect(await edit(adel, {})).toMatchObject({ code: 'empty-request' })
    expect(await expectOk<Plan>(edit(admin, { active: false }))).toMatchObject({ active: false })
    expect(await lastAuditEntry('plan.edit')).toMatchObject({ actor_id: admin.id, after: { active: false } })
    expect(await edit(sara, { active: true })).toMatchObject({ status: 403, code: 'forbidden' })
    await expectOk(callApi('DELETE', `/plan/${plan.id}`, { as: admin }))
    expect(await callApi('DELETE', `/plan/${plan.id}`, { as: adel })).toMatchObject({
      status: 404,
      code: 'plan-not-found',
    })
    expect(await edit(adel, { active: false })).toMatchObject({ code: 'plan-not-found' })
  })

  it('answer an error code for each invalid field', async () => {
    const codeFor = async (more: object) =>
      (await callApi('POST', '/plan', { as: adel, body: { ...DRAFT, ...more } })).code
    expect(await codeFor({ weeklyMinutes: 14 })).toBe('plan-weekly-minutes-out-of-range')
    expect(await codeFor({ weeklyMinutes: 10_081 })).toBe('plan-weekly-minutes-out-of-range')
    expect(await codeFor({ baseMonthlyPrice: 0 })).toBe('invalid-plan-price')
    expect(await codeFor({ yearDiscount: 10_001 })).toBe('plan-discount-out-of-range')
    expect(await codeFor({ active: undefined })).toBe('bad-request')
  })

  it('are not deleted while an order refers to them', async () => {
    const plan = await newPlan()
    await run(
      `INSERT INTO transactions (user_id, plan_id, plan_period, amount, payment_method, provider, created_at, updated_at)
       VALUES (?, ?, 0, 60000, 0, 'fawry', 1, 1)`,
      sara.id,
      plan.id,
    )
    expect(await callApi('DELETE', `/plan/${plan.id}`, { as: adel })).toMatchObject({ status: 409, code: 'illegal' })
    expect((await callApi('GET', `/plan/${plan.id}`, { as: adel })).status).toBe(200)
  })

  it('are listed to everybody when on sale, all of them to admins; one for invited students is read by invite', async () => {
    const onSale = await newPlan({ baseMonthlyPrice: 77_777 })
    const hidden = await newPlan({ baseMonthlyPrice: 77_777, forInvitesOnly: true })
    const inactive = await newPlan({ baseMonthlyPrice: 77_777, active: false })
    const list = async (as: Person | null, more = '') =>
      (await expectOk<Page<Plan>>(callApi('GET', `/plan/list?baseMonthlyPrice=77777${more}`, { as }))).list
        .map((plan) => plan.id)
        .toSorted((one, other) => one - other)
    expect(await list(null)).toEqual([onSale.id])
    expect(await list(sara, '&active=false')).toEqual([])
    expect(await list(admin)).toEqual([onSale.id, hidden.id, inactive.id])
    expect(await list(admin, '&forInvitesOnly=true')).toEqual([hidden.id])
    expect(await list(admin, '&weeklyMinutes[gt]=60')).toEqual([])
    const read = (plan: Plan, as: Person | null) => callApi('GET', `/plan/${plan.id}`, { as })
    expect(await read(onSale, null)).toMatchObject({ status: 401 })
    expect((await read(onSale, sara)).status).toBe(200)
    expect(await read(inactive, sara)).toMatchObject({ status: 404, code: 'plan-not-found' })
    expect(await read(hidden, sara)).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await read(hidden, admin)).status).toBe(200)
    const body = { userIds: [sara.id], planId: hidden.id, expiresAt: '2026-02-11' }
    await expectOk(callApi('POST', '/plan-invite', { as: adel, body }))
    expect((await read(hidden, sara)).status).toBe(200)
    setNow('2026-02-11T21:59:59Z')
    expect((await read(hidden, sara)).status).toBe(200)
    setNow('2026-02-11T22:00:00Z')
    expect(await read(hidden, sara)).toMatchObject({ code: 'forbidden' })
  })

  it('are read for a student once in two seconds, and again as soon as an admin has changed one', async () => {
    const plan = await newPlan({ baseMonthlyPrice: 88_888 })
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1)
    const start = performance.now()
    const minutesFor = async (as: Person) =>
      (await expectOk<Page<Plan>>(callApi('GET', '/plan/list?baseMonthlyPrice=88888', { as }))).list.map(
        ({ weeklyMinutes }) => weeklyMinutes,
      )
    const elsewhere = (minutes: number) => run('UPDATE plans SET weekly_minutes = ? WHERE id = ?', minutes, plan.id)
    expect(await minutesFor(sara)).toEqual([60])
    await elsewhere(90)
    expect([await minutesFor(sara), await minutesFor(admin)]).toEqual([[60], [90]])
    clock.mockReturnValue(start + 2000)
    expect(await minutesFor(sara)).toEqual([90])
    await elsewhere(120)
    await expectOk(callApi('PATCH', `/plan/${plan.id}`, { as: adel, body: { yearDiscount: 3000 } }))
    expect(await minutesFor(sara)).toEqual([120])
    await expectOk(callApi('PATCH', `/plan/${plan.id}`, { as: adel, body: { active: false } }))
    expect(await minutesFor(sara)).toEqual([])
    clock.mockRestore()
  })
})

describe('what refers to a plan', () => {
  it('is counted for admins: current and ended subscriptions, invites and coupons', async () => {
    const plan = await newPlan()
    const other = await newPlan()
    const student = await newStudent()
    const [ended, living] = [
      await subscribe(student, NOW - 60 * DAY, NOW - 30 * DAY),
      await subscribe(student, NOW, NOW + DAY),
    ]
    await run('UPDATE subscriptions SET plan_id = ? WHERE id IN (?, ?)', plan.id, ended, living)
    await expectOk(callApi('POST', '/plan-invite', { as: adel, body: { userIds: [student.id], planId: plan.id } }))
    const usage = (as: Person) => callApi('GET', `/plan/usage?ids[]=${plan.id}&ids[]=${other.id}`, { as })
    expect(await expectOk(usage(admin))).toEqual([
      { planId: plan.id, living: 1, subscriptions: 2, invites: 1, coupons: 0 },
      { planId: other.id, living: 0, subscriptions: 0, invites: 0, coupons: 0 },
    ])
    expect((await usage(sara)).code).toBe('forbidden')
  })

  it('is what the subscriptions are at any moment, whenever they end', async () => {
    const plan = await newPlan()
    const random = seeded('plan-usage')
    const ends: number[] = []
    for (let count = 0; count < 12; count++) {
      // Of this hour, of this day and of the days about it.
      const end = NOW + random.int(1, 24) * random.pick([minutes(2), minutes(30), hours(4)]) + random.int(0, 1)
      const id = await subscribe(await newStudent(), NOW - DAY, end)
      await run('UPDATE subscriptions SET plan_id = ? WHERE id = ?', plan.id, id)
      if (random.chance(0.2)) await run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', NOW, id)
      ends.push(end)
    }
    const moments = ends.flatMap((end) => [end - 1, end, end + hours(1) - (end % hours(1)), end - (end % DAY)])
    for (const moment of [NOW, ...moments.filter((one) => one >= NOW)]) {
      setNow(new Date(moment).toISOString())
      const [found] = await expectOk<{ living: number; subscriptions: number }[]>(
        callApi('GET', `/plan/usage?ids[]=${plan.id}`, { as: adel }),
      )
      const counted = await row(
        'SELECT COUNT(*) AS subscriptions, SUM(terminated_at IS NULL AND "end" > ?) AS living FROM subscriptions WHERE plan_id = ?',
        moment,
        plan.id,
      )
      expect(found).toMatchObject(counted ?? {})
    }
    setNow(NOW)
  })
})

describe('plan invites', () => {
  type Invite = { id: number; userId: number; planId: number; expiresAt: string | null; createdBy: number }
  const invite = (as: Person, body: unknown) => callApi('POST', '/plan-invite', { as, body })
  const list = (as: Person, query = '') => callApi('GET', `/plan-invite/list?${query}`, { as })

  it('are given to students by both admins; existing ones are skipped', async () => {
    const plan = await newPlan({ forInvitesOnly: true })
    const nour = await newStudent('nour')
    const first = await expectOk<Invite>(invite(adel, { userIds: [nour.id], planId: plan.id }))
    expect(first).toMatchObject({ userId: nour.id, planId: plan.id, expiresAt: null, createdBy: adel.id })
    expect(await expectOk<Invite>(invite(adel, { userIds: [nour.id, sara.id], planId: plan.id }))).toMatchObject({
      userId: sara.id,
    })
    expect(await invite(adel, { userIds: [nour.id, sara.id], planId: plan.id })).toMatchObject({ code: 'illegal' })
    const count = await row<{ n: number }>(
      "SELECT COUNT(*) n FROM audit_entries WHERE act = 'planInvite.create' AND target_id = ?",
      plan.id,
    )
    expect(count?.n).toBe(2)
    const tutor = await onboardedTutor()
    expect(await invite(adel, { userIds: [tutor.id], planId: plan.id })).toMatchObject({ code: 'student-not-found' })
    expect(await invite(adel, { userIds: [sara.id], planId: 999_999 })).toMatchObject({ code: 'plan-not-found' })
    expect(await invite(adel, { userIds: [], planId: plan.id })).toMatchObject({ code: 'bad-request' })
    expect(await invite(adel, { userIds: [sara.id], planId: plan.id, expiresAt: '2026-02-10' })).toMatchObject({
      code: 'bad-request',
    })
    const other = await newPlan({ forInvitesOnly: true })
    expect(await expectOk<Invite>(invite(admin, { userIds: [sara.id], planId: other.id }))).toMatchObject({
      createdBy: admin.id,
    })
    expect(await invite(sara, { userIds: [sara.id], planId: plan.id })).toMatchObject({ code: 'forbidden' })
  })

  it('are listed to admins, and to students their own', async () => {
    const plan = await newPlan({ forInvitesOnly: true })
    const nour = await newStudent('nour')
    await expectOk(invite(adel, { userIds: [nour.id, sara.id], planId: plan.id, expiresAt: '2026-03-01' }))
    const all = await expectOk<Page<Invite>>(list(admin, `planIds[]=${plan.id}&expiresAt=2026-03-01`))
    expect(all.total).toBe(2)
    expect(all.list[0]?.expiresAt).toBe('2026-03-01T21:59:59.999Z')
    const own = await expectOk<Page<Invite>>(list(nour))
    expect(own.list).toMatchObject([{ userId: nour.id, invitee: null, creator: null }])
    expect(all.list).toMatchObject([{ creator: { id: adel.id } }, { creator: { id: adel.id } }])
    expect((await list(nour, `userIds[]=${nour.id}`)).status).toBe(200)
    expect(await list(nour, `userIds[]=${sara.id}`)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('can get another expiry together, or be deleted', async () => {
    const plan = await newPlan({ forInvitesOnly: true })
    const { id } = await expectOk<Invite>(invite(adel, { userIds: [sara.id], planId: plan.id }))
    const edit = (body: unknown) => callApi('PATCH', '/plan-invite', { as: adel, body })
    await expectOk(edit({ ids: [id], expiresAt: '2026-04-24' }))
    const expiry = async () => (await expectOk<Page<Invite>>(list(admin, `ids[]=${id}`))).list[0]?.expiresAt
    // Daylight saving time began that night: the day ends an hour earlier in UTC.
    expect(await expiry()).toBe('2026-04-24T20:59:59.999Z')
    await expectOk(edit({ ids: [id] }))
    expect(await expiry()).toBeNull()
    expect(await edit({ ids: [id, 999_999] })).toMatchObject({ status: 404, code: 'invite-not-found' })
    await expectOk(callApi('DELETE', `/plan-invite/${id}`, { as: adel }))
    expect(await callApi('DELETE', `/plan-invite/${id}`, { as: adel })).toMatchObject({ code: 'invite-not-found' })
  })
})

describe('invites of e-mail addresses', () => {
  type Invite = { id: number; email: string; acceptedAt: string | null; expiresAt: string }
  const invite = (email: string, more: object = {}) =>
    callApi('POST', '/invite', { as: admin, body: { email, planId: 0, expiresAt: iso(NOW + DAY), ...more } })

  it('are created, changed, read and deleted by admins', async () => {
    const plan = await newPlan({ forInvitesOnly: true })
    const created = await expectOk<Invite>(invite(' Somebody@Example.com ', { planId: plan.id }))
    expect(created).toMatchObject({ email: 'somebody@example.com', acceptedAt: null, expiresAt: iso(NOW + DAY) })
    expect(await lastAuditEntry('invite.create')).toMatchObject({ actor_id: admin.id, target_id: created.id })
    const edit = (body: unknown) => callApi('PUT', `/invite/${created.id}`, { as: adel, body })
    await expectOk(edit({ expiresAt: iso(NOW + 2 * DAY) }))
    expect(await lastAuditEntry('invite.edit')).toMatchObject({ before: { expiresAt: iso(NOW + DAY) } })
    expect((await callApi('GET', `/invite/${created.id}`, { as: admin })).body).toMatchObject({
      email: 'somebody@example.com',
      expiresAt: iso(NOW + 2 * DAY),
      createdBy: { id: admin.id, email: admin.email },
      updatedBy: { id: adel.id, email: adel.email },
    })
    expect(await edit({})).toMatchObject({ code: 'empty-request' })
    expect(await edit({ planId: 999_999 })).toMatchObject({ code: 'plan-not-found' })
    expect(await edit({ email: sara.email })).toMatchObject({ status: 409, code: 'user-exists' })
    expect(await edit({ expiresAt: iso(NOW) })).toMatchObject({ code: 'bad-request' })
    const find = async (filters: string) =>
      (await expectOk<Page<Invite>>(callApi('GET', `/invite/list?${filters}`, { as: admin }))).list.map(({ id }) => id)
    expect(await find(`planIds[]=${plan.id}&accepted=false&email=somebody`)).toEqual([created.id])
    expect(await find(`planIds[]=${plan.id}&accepted=true`)).toEqual([])
    await expectOk(callApi('DELETE', `/invite/${created.id}`, { as: admin }))
    expect(await edit({ planId: plan.id })).toMatchObject({ status: 404, code: 'invite-not-found' })
    expect(await callApi('GET', '/invite/list', { as: sara })).toMatchObject({ code: 'forbidden' })
  })

  /** The invite of the address is accepted when the student proves it. */
  async function registerVerified(email: string): Promise<void> {
    const body = { email, password: PASSWORD }
    const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
      callApi('POST', '/student/', { body }),
    )
    const as = { id: user.id, email, token }
    await expectOk(callApi('POST', '/confirmation-code/email/confirm', { as, body: { code: await mailedCode(email) } }))
  }

  it('are refused for an existing account, an invited address and an accepted invite', async () => {
    const plan = await newPlan({ forInvitesOnly: true })
    const planId = plan.id
    expect(await invite(sara.email, { planId })).toMatchObject({ status: 409, code: 'user-exists' })
    expect(await invite('x@example.com', { planId, expiresAt: iso(NOW) })).toMatchObject({ code: 'bad-request' })
    expect(await invite('x@example.com')).toMatchObject({ status: 400 })
    expect(await invite('x@example.com', { planId: 999_999 })).toMatchObject({ code: 'plan-not-found' })
    const email = 'twice@example.com'
    const { id } = await expectOk<Invite>(invite(email, { planId }))
    expect(await invite(email, { planId })).toMatchObject({ status: 409, code: 'illegal' })
    await registerVerified(email)
    expect(await callApi('PUT', `/invite/${id}`, { as: admin, body: { planId } })).toMatchObject({ code: 'illegal' })
  })
})

describe('coupons', () => {
  type Coupon = { id: number; code: string; monthDiscount: number; expiresAt: string }
  const draft = (code: string, planId: number) => ({
    code,
    planId,
    monthDiscount: 10,
    quarterDiscount: 20,
    yearDiscount: 30,
    expiresAt: iso(NOW + DAY),
  })
  const createCoupon = (body: object) => callApi('POST', '/coupon', { as: admin, body })

  it('are created, changed and deleted by admins, who alone read them by id', async () => {
    const plan = await newPlan()
    const coupon = await expectOk<Coupon>(createCoupon(draft('RAMADAN-26', plan.id)))
    expect(coupon).toMatchObject(draft('RAMADAN-26', plan.id))
    const edit = (body: unknown) => callApi('PUT', `/coupon/${coupon.id}`, { as: adel, body })
    await expectOk(edit({ monthDiscount: 15 }))
    expect(await lastAuditEntry('coupon.edit')).toMatchObject({
      before: { monthDiscount: 10 },
      after: { monthDiscount: 15 },
    })
    expect(await edit({})).toMatchObject({ code: 'empty-request' })
    expect((await callApi('GET', '/coupon/code/RAMADAN-26', { as: sara })).body).toMatchObject({
      id: coupon.id,
      monthDiscount: 15,
    })
    expect(await callApi('GET', `/coupon/${coupon.id}`, { as: sara })).toMatchObject({ code: 'forbidden' })
    expect(await callApi('GET', '/coupon/code/NOTHING', { as: sara })).toMatchObject({ code: 'coupon-not-found' })
    expect(await callApi('GET', '/coupon/list', { as: sara })).toMatchObject({ code: 'forbidden' })
    const { list } = await expectOk<Page<Coupon>>(
      callApi('GET', `/coupon/list?code=ramadan&planIds[]=${plan.id}&expiresAt[gt]=${iso(NOW)}`, { as: admin }),
    )
    expect(list).toMatchObject([{ id: coupon.id, usedCount: 0, maxUses: null }])
    await expectOk(callApi('DELETE', `/coupon/${coupon.id}`, { as: admin }))
    expect(await callApi('GET', `/coupon/${coupon.id}`, { as: admin })).toMatchObject({ code: 'coupon-not-found' })
  })

  it('answer an error code for each invalid field, and are not deleted once used', async () => {
    const plan = await newPlan()
    const valid = draft('SUMMER', plan.id)
    const coupon = await expectOk<Coupon>(createCoupon(valid))
    const codes = await Promise.all(
      [
        { code: 'a b' },
        { monthDiscount: 0 },
        { yearDiscount: 101 },
        { expiresAt: 'soon' },
        { expiresAt: iso(NOW) },
        { planId: 999_999 },
        {},
      ].map(async (more) => (await createCoupon({ ...valid, ...more })).code),
    )
    expect(codes).toEqual([
      'coupon-code-invalid',
      'zero-coupon-discount',
      'max-coupon-discount-exceeded',
      'expire-date-invalid',
      'expired-coupon-expire-date',
      'plan-not-found',
      'illegal',
    ])
    const tx = await row<{ id: number }>(
      `INSERT INTO transactions (user_id, plan_id, plan_period, amount, payment_method, provider, created_at, updated_at)
       VALUES (?, ?, 0, 60000, 0, 'fawry', 1, 1) RETURNING id`,
      sara.id,
      plan.id,
    )
    await run(
      'INSERT INTO coupon_redemptions (tx_id, coupon_id, user_id, created_at) VALUES (?, ?, ?, 1)',
      tx?.id,
      coupon.id,
      sara.id,
    )
    expect(await callApi('DELETE', `/coupon/${coupon.id}`, { as: admin })).toMatchObject({
      status: 409,
      code: 'illegal',
    })
  })
})
