import { describe, expect, it } from 'vitest'
import type { FiguresOfRange } from '#contract/dashboard'
import { addDays, hours, localDay, startOfDay } from '#domain/cairo'
import { figureNames, noFigures } from '#domain/staff/dashboard-figures'
import {
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  newStudent,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { figureStatements } from '../../worker/staff/dashboard-store.ts'
import type { Gateways } from './gateways.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'
import { wholeReadsOf } from './plans.ts'

const NOW = '2026-03-11T12:00:00Z'
let gateways: Gateways
withGateways(NOW, async (opened) => {
  gateways = opened
  // A reading stores the days that it had to compute, before another test writes rows of them.
  await run('DELETE FROM daily_figures')
})

type Figures = { range: FiguresOfRange; before: FiguresOfRange }
const figuresFor = (as: Person, from: string, to: string) =>
  expectOk<Figures>(callApi('GET', `/dashboard/figures?from=${from}&to=${to}`, { as }))

/** A day that no other test of the file writes to. */
const dayBefore = (count: number) => addDays(localDay(Date.parse(NOW)), -count)
const noonOf = (day: ReturnType<typeof dayBefore>) => startOfDay(day) + hours(12)

describe('the figures', () => {
  it('are for admins, and of at most 366 days that have begun', async () => {
    const [student, adel] = await Promise.all([verifiedStudent(), newAdmin()])
    const ask = (as: Person, from: string, to: string) =>
      outcome(callApi('GET', `/dashboard/figures?from=${from}&to=${to}`, { as }))
    expect(await ask(student, '2026-03-01', '2026-03-02')).toBe('forbidden')
    expect(await ask(adel, '2025-03-10', '2026-03-10')).toBe('ok')
    for (const [from, to] of [
      ['2025-03-09', '2026-03-10'],
      ['2026-03-10', '2026-03-09'],
      ['2026-03-10', '2026-03-12'],
      ['2026-02-30', '2026-03-01'],
      ['yesterday', '2026-03-01'],
    ] as const)
      expect(await ask(adel, from, to)).toBe('bad-request')
  })

  it('count lessons held and cancelled, by whom, and the minutes offered, booked and used', async () => {
    const day = dayBefore(40)
    const [tutor, student, adel] = await Promise.all([onboardedTutor(), verifiedStudent(), newAdmin()])
    await insertLesson({ tutor, student, start: noonOf(day) })
    await insertLesson({ tutor, student, start: noonOf(day) + hours(1), duration: 15 })
    await insertLesson({ tutor, student, start: noonOf(day) + hours(2), canceledBy: student })
    await insertLesson({ tutor, student, start: noonOf(day) + hours(3), canceledBy: tutor })
    await insertLesson({ tutor, student, start: noonOf(day) + hours(4), canceledBy: adel })
    await insertSlot(tutor, startOfDay(addDays(day, 1)) - hours(2), startOfDay(addDays(day, 1)) + hours(1))
    await insertSlot(tutor, noonOf(day) + hours(6), noonOf(day) + hours(7), 3)
    const { range } = await figuresFor(adel, day, addDays(day, 1))
    expect(range.days[0]).toMatchObject({
      lessonsHeld: 2,
      minutesUsed: 45,
      minutesBooked: 45,
      canceledByStudent: 1,
      canceledByTutor: 1,
      canceledByStaff: 1,
      // The slots of the five lessons, and the two hours of the long slot that are of this day.
      minutesOffered: 30 + 15 + 30 + 30 + 30 + 120,
    })
    expect(range.days[1]?.minutesOffered).toBe(60)
  })

  it('take money from the ledger, refunds apart, and tell first plans from later ones', async () => {
    const [sara, adel] = await Promise.all([payingStudent(), newAdmin()])
    const today = localDay(Date.parse(NOW))
    const before = await figuresFor(adel, today, today)
    const plan = await newPlan()
    await buyPlan(gateways, sara, plan)
    const after = await figuresFor(adel, today, today)
    const ledger = await row<{ sum: number }>(
      `SELECT SUM(p.amount) AS sum FROM postings p JOIN accounts a ON a.id = p.account_id WHERE a.code = 'sales'`,
    )
    expect(after.range.total.revenue - after.range.total.refunded).toBe(ledger?.sum)
    const grown = (name: keyof typeof after.range.total) => after.range.total[name] - before.range.total[name]
    expect([grown('firstPlans'), grown('returningStudents')]).toEqual([1, 0])
    expect(grown('minutesSold')).toBe(60)
  })

  it('count a trial as converted when its plan came within 14 days', async () => {
    const day = dayBefore(60)
    const adel = await newAdmin()
    setNow(noonOf(day))
    const [soon, late, never] = (await Promise.all([verifiedStudent(), verifiedStudent(), verifiedStudent()])) as [
      Person,
      Person,
      Person,
    ]
    await run(
      `UPDATE subscriptions SET created_at = ? WHERE user_id IN (?, ?, ?)`,
      noonOf(day),
      soon.id,
      late.id,
      never.id,
    )
    await subscribe(soon, noonOf(day) + hours(24 * 14), noonOf(day) + hours(24 * 42))
    await subscribe(late, noonOf(day) + hours(24 * 14) + 1, noonOf(day) + hours(24 * 42))
    await subscribe(soon, noonOf(day) + hours(24 * 43), noonOf(day) + hours(24 * 50))
    setNow(NOW)
    const { range } = await figuresFor(adel, day, addDays(day, 45))
    expect(range.days[0]).toMatchObject({ trialsStarted: 3, trialsConverted: 1, newStudents: 3 })
    expect(range.total).toMatchObject({ firstPlans: 2, returningStudents: 1 })
  })

  it('of a range are the sums of its days, and compare with as many days before', async () => {
    const adel = await newAdmin()
    const { range, before } = await figuresFor(adel, dayBefore(45), dayBefore(1))
    for (const part of [range, before]) {
      expect(part.days).toHaveLength(45)
      const sums = noFigures()
      for (const day of part.days) for (const name of figureNames) sums[name] += day[name]
      expect(part.total).toEqual(sums)
    }
    expect(addDays(before.to as ReturnType<typeof dayBefore>, 1)).toBe(range.from)
    const halves = await Promise.all([
      figuresFor(adel, dayBefore(45), dayBefore(20)),
      figuresFor(adel, dayBefore(19), dayBefore(1)),
    ])
    for (const name of figureNames)
      expect(halves.reduce((sum, half) => sum + half.range.total[name], 0)).toBe(range.total[name])
  })

  it('put every lesson of a day on which the clock changes on exactly one day', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    for (const day of ['2026-04-24', '2026-10-29'] as const) {
      const [start, end] = [startOfDay(day), startOfDay(addDays(day, 1))]
      setNow(start)
      for (const at of [start - hours(1), start, end - hours(1), end]) await insertLesson({ tutor, student, start: at })
      setNow(end + hours(30))
      const { range } = await figuresFor(await newAdmin(), addDays(day, -1), addDays(day, 1))
      expect(range.days.map(({ lessonsHeld }) => lessonsHeld)).toEqual([1, 2, 1])
    }
  })

  it('are stored for days that are over, by the nightly job or the first reading, and never twice', async () => {
    const [adel, student] = await Promise.all([newAdmin(), newStudent()])
    const yesterday = dayBefore(1)
    await run('UPDATE users SET created_at = ? WHERE id = ?', noonOf(yesterday), student.id)
    await Promise.all([triggerJob('store-figures'), triggerJob('store-figures')])
    const stored = () => rows<{ day: string; new_students: number }>('SELECT * FROM daily_figures ORDER BY day')
    expect((await stored()).map(({ day }) => day)).toEqual(
      Array.from({ length: 15 }, (_, index) => dayBefore(15 - index)),
    )
    await figuresFor(adel, dayBefore(29), dayBefore(0))
    await expect.poll(async () => (await stored()).length).toBe(59)
    expect((await stored()).at(-1)).toMatchObject({ day: yesterday })

    await run('UPDATE daily_figures SET new_students = 7000 WHERE day = ?', yesterday)
    const { range } = await figuresFor(adel, yesterday, yesterday)
    expect(range.total.newStudents).toBe(7000)
    setNow(Date.parse(NOW) + 1)
    await triggerJob('store-figures')
    expect((await figuresFor(adel, yesterday, yesterday)).range.total.newStudents).toBeLessThan(7000)
  })

  it('read no table whole', async () => {
    for (const { select } of figureStatements([dayBefore(1), dayBefore(2)], Date.parse(NOW)))
      expect(await wholeReadsOf(select)).toEqual([])
  })
})
