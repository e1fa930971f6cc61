import { describe, expect, it } from 'vitest'
import type { FiguresOfPlan, FiguresOfRange } from '#contract/dashboard'
import { addDays, hours, type LocalDay, localDay, startOfDay } from '#domain/cairo'
import { type PlanFigureSource, planFigureSources } from '#domain/staff/plan-figures'
import {
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  subscribe,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { planFigureStatements } from '../../worker/staff/plan-figures-store.ts'
import type { Gateways } from './gateways.ts'
import { placeReferenceOrder, withGateways } from './order-fixtures.ts'
import { newPlan, PRICE, payingStudent } from './payment-fixtures.ts'
import { wholeReadsOf } from './plans.ts'

const NOW = '2026-03-11T12:00:00Z'
let gateways: Gateways
withGateways(NOW, async (opened) => {
  gateways = opened
  await run('DELETE FROM daily_plan_figures')
})

const today = localDay(Date.parse(NOW))
const dayBefore = (count: number): LocalDay => addDays(today, -count)

const planFiguresFor = async (as: Person, from: string, to: string) =>
  (await expectOk<{ plans: FiguresOfPlan[] }>(callApi('GET', `/dashboard/plan-figures?from=${from}&to=${to}`, { as })))
    .plans

async function buy(student: Person, planId: number, couponCode?: string): Promise<number> {
  const placed = await placeReferenceOrder(gateways, student, couponCode ? { planId, couponCode } : { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay')
  await gateways.deliverAll()
  return placed.transactionId
}

/** A lesson that has ended, whose minutes were spent on this subscription. */
async function held(student: Person, subscriptionId: number, day: LocalDay, duration: 15 | 30) {
  const tutor = await onboardedTutor()
  const lessonId = await insertLesson({ tutor, student, start: startOfDay(day) + hours(12), duration })
  const week = startOfDay(day)
  await run(
    `INSERT OR IGNORE INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'grant', 600, ?)`,
    subscriptionId,
    week,
    week,
  )
  await run(
    `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at) VALUES (?, ?, 'booking', ?, ?, ?)`,
    subscriptionId,
    week,
    -duration,
    lessonId,
    Date.now(),
  )
}

describe('the figures by plan and source', () => {
  it('are for admins, and of days that have begun', async () => {
    const [student, adel] = await Promise.all([verifiedStudent(), newAdmin()])
    const ask = (as: Person, from: string, to: string) =>
      outcome(callApi('GET', `/dashboard/plan-figures?from=${from}&to=${to}`, { as }))
    expect(await ask(student, today, today)).toBe('forbidden')
    expect(await ask(adel, addDays(today, -366), today)).toBe('bad-request')
    expect(await ask(adel, today, addDays(today, 1))).toBe('bad-request')
    expect(await ask(adel, 'x', today)).toBe('bad-request')
  })

  it('tell a coupon, an invite and neither apart, with refunds and the minutes used', async () => {
    const adel = await newAdmin()
    const planId = await newPlan({ weeklyMinutes: 600 })
    const [direct, byCoupon, invited, laterInvited] = await Promise.all(
      ['01012345671', '01012345672', '01012345673', '01012345674'].map(payingStudent),
    )
    if (!direct || !byCoupon || !invited || !laterInvited) throw new Error('Four students')
    const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }
    const coupon = { code: 'SOURCE', planId, ...discounts, expiresAt: '2026-04-01T00:00:00Z' }
    await expectOk(callApi('POST', '/coupon', { as: adel, body: coupon }))
    const invite = (student: Person) =>
      expectOk(callApi('POST', '/plan-invite', { as: adel, body: { userIds: [student.id], planId } }))
    await invite(invited)
    await Promise.all([buy(direct, planId), buy(invited, planId), buy(byCoupon, planId, 'SOURCE')])
    await buy(laterInvited, planId)
    // An invite that came after the order did not bring it about.
    await run('UPDATE transactions SET created_at = created_at - 60000 WHERE user_id = ?', laterInvited.id)
    await invite(laterInvited)
    await expectOk(callApi('PATCH', '/sub/cancel', { as: direct, body: {} }))
    await gateways.deliverAll()
    const of = async (student: Person) =>
      (await row<{ id: number }>('SELECT id FROM subscriptions WHERE user_id = ? AND tx_id IS NOT NULL', student.id))
        ?.id ?? 0
    await held(invited, await of(invited), today, 30)
    await held(byCoupon, await of(byCoupon), today, 15)

    const figures = (await planFiguresFor(adel, today, today)).filter((one) => one.planId === planId)
    const bySource = Object.fromEntries(figures.map(({ source, planId: _, ...amounts }) => [source, amounts]))
    const couponPrice = (
      await row<{ amount: number }>(
        'SELECT amount FROM transactions WHERE user_id = ? AND coupon_id IS NOT NULL',
        byCoupon.id,
      )
    )?.amount
    expect(couponPrice).toBeLessThan(PRICE)
    const none = { weeklyMinutes: 600, refunded: 0, minutesUsed: 0 }
    expect(bySource).toEqual({
      direct: { ...none, sold: 2, revenue: 2 * PRICE, refunded: PRICE },
      invite: { ...none, sold: 1, revenue: PRICE, minutesUsed: 30 },
      coupon: { ...none, sold: 1, revenue: couponPrice, minutesUsed: 15 },
    })
  })

  it('are those of a slow count, and add up to the figures of the home', async () => {
    const [tutor, student, adel] = await Promise.all([onboardedTutor(), verifiedStudent(), newAdmin()])
    for (const [index, day] of [3, 2, 2, 1, 1, 1].map(dayBefore).entries()) {
      const subscriber = await verifiedStudent()
      const subscription = await subscribe(subscriber, startOfDay(day) + hours(1), startOfDay(day) + hours(700), 600)
      const later = addDays(day, 1)
      await held(subscriber, subscription, later < today ? later : day, index % 2 ? 30 : 15)
    }
    await insertLesson({ tutor, student, start: startOfDay(dayBefore(2)) + hours(15) })
    const range = [dayBefore(4), today] as const
    const found = await planFiguresFor(adel, ...range)
    const { range: ofHome } = await expectOk<{ range: FiguresOfRange }>(
      callApi('GET', `/dashboard/figures?from=${range[0]}&to=${range[1]}`, { as: adel }),
    )
    const sum = (name: 'sold' | 'revenue' | 'refunded' | 'minutesUsed', of = found) =>
      of.reduce((total, one) => total + one[name], 0)
    expect(sum('minutesUsed')).toBe(ofHome.total.minutesUsed)
    expect(sum('revenue')).toBe(ofHome.total.revenue)
    expect(sum('refunded')).toBe(ofHome.total.refunded)
    expect(sum('sold')).toBe(ofHome.total.firstPlans + ofHome.total.returningStudents)

    const lessons = await rows<{ id: number; start: number; duration: number; canceled_at: number | null }>(
      'SELECT * FROM lessons',
    )
    const bookings = await rows<{ lesson_id: number; subscription_id: number }>(
      `SELECT * FROM minute_entries WHERE kind = 'booking'`,
    )
    const owned = await rows<{ id: number; plan_id: number | null; start: number }>('SELECT * FROM subscriptions')
    const used = new Map<number | null, number>()
    for (const { id, start, duration, canceled_at } of lessons) {
      const day = localDay(start)
      if (canceled_at !== null || start + duration * 60_000 > Date.parse(NOW) || day < range[0] || day > range[1])
        continue
      const booking = bookings.find(({ lesson_id }) => lesson_id === id)
      const planId = owned.find((one) => one.id === booking?.subscription_id)?.plan_id ?? null
      used.set(planId, (used.get(planId) ?? 0) + duration)
    }
    for (const [planId, minutes] of used)
      expect(
        sum(
          'minutesUsed',
          found.filter((one) => one.planId === planId),
        ),
      ).toBe(minutes)
    for (const { source } of found) expect(planFigureSources).toContain(source satisfies PlanFigureSource)
  })

  it('are stored once for days that are over, by the nightly job or the first reading', async () => {
    const adel = await newAdmin()
    await Promise.all([triggerJob('store-figures'), triggerJob('store-figures')])
    const stored = async () =>
      (await rows<{ day: string }>('SELECT day FROM daily_plan_figures WHERE plan_id IS NULL ORDER BY day')).map(
        ({ day }) => day,
      )
    expect(await stored()).toEqual(Array.from({ length: 15 }, (_, index) => dayBefore(15 - index)))
    await planFiguresFor(adel, dayBefore(20), today)
    await expect.poll(async () => (await stored()).length).toBe(20)
    await run(`UPDATE daily_plan_figures SET minutes_used = 7000 WHERE day = ? AND plan_id IS NULL`, dayBefore(3))
    const [first] = (await planFiguresFor(adel, dayBefore(3), dayBefore(3))).filter(({ planId }) => planId === null)
    expect(first?.minutesUsed).toBe(7000)
  })

  it('read no table whole', async () => {
    for (const select of planFigureStatements([dayBefore(1), dayBefore(2)], Date.parse(NOW)))
      expect(await wholeReadsOf(select)).toEqual([])
  })
})
