import { expect, it } from 'vitest'
import type { Cohort } from '#contract/dashboard'
import { openDb } from '#db/client'
import { seeded } from '#db/demo/random'
import { days, localDay, plusDays } from '#domain/cairo'
import { type LocalMonth, monthsOver, rangeOfMonth, type Stay, stayText } from '#domain/staff/cohorts'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  outcome,
  rows,
  run,
  setNow,
  subscribe,
  triggerJob,
  tutorManager,
  verifiedStudents,
} from '#tests/people'
import { keptAt, sizeOf, storeCohorts } from '../../worker/staff/cohorts-store.ts'
import { NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { wholeReadsOf } from './plans.ts'

startClockAtNoon()

type Sale = {
  user_id: number
  amount: number
  paid_at: number
  start: number
  end: number
  terminated_at: number | null
}

/** The same, from all orders and subscriptions. */
async function slowCohorts(now: number): Promise<Cohort[]> {
  const sales = await rows<Sale>(
    'SELECT t.user_id, t.amount, t.paid_at, s.start, s."end", s.terminated_at FROM subscriptions s JOIN transactions t ON t.id = s.tx_id',
  )
  const firstOf = new Map<number, string>()
  for (const { user_id, amount, paid_at } of sales.toSorted((one, other) => one.paid_at - other.paid_at))
    if (amount > 0 && !firstOf.has(user_id)) firstOf.set(user_id, localDay(paid_at).slice(0, 7))
  const months = monthsOver(now)
  const membersOf = (month: string) => [...firstOf].flatMap(([userId, first]) => (first === month ? [userId] : []))
  const keeps = (userId: number, at: number) =>
    sales.some(
      (sale) =>
        sale.user_id === userId &&
        sale.start < at &&
        sale.end > at &&
        (sale.terminated_at === null || sale.terminated_at > at),
    )
  return months.toReversed().map((cohort) => ({
    month: cohort,
    size: membersOf(cohort).length,
    months: months
      .filter((month) => month >= cohort)
      .map((month) => ({
        month,
        kept: membersOf(cohort).filter((userId) => keeps(userId, rangeOfMonth(month).end)).length,
      })),
  }))
}

/** Each number of the cohorts is that of the list which it opens; who is not kept has paused or left. */
async function compareLists(cohorts: readonly Cohort[]): Promise<void> {
  const as = await newAdmin()
  const people = async (query: string) => {
    const { list, total } = await expectOk<{ list: { id: number }[]; total: number }>(
      callApi('GET', `/user/list?size=100&${query}`, { as }),
    )
    expect(total).toBe(list.length)
    return list.map(({ id }) => id).toSorted((one, other) => one - other)
  }
  for (const { month, size, months } of cohorts) {
    const all = await people(`firstPaid=${month}`)
    expect(all).toHaveLength(size)
    if (size === 0) continue
    for (const { month: later, kept } of months) {
      const of = (stay: Stay) => people(`firstPaid=${month}&stay=${stayText(stay, later as LocalMonth)}`)
      const [stayed, gone, paused, left] = [await of('kept'), await of('gone'), await of('paused'), await of('left')]
      expect(stayed, `${month} ${later}`).toHaveLength(kept)
      expect([...stayed, ...gone].toSorted((one, other) => one - other)).toEqual(all)
      expect([...paused, ...left].toSorted((one, other) => one - other)).toEqual(gone)
    }
  }
}

it('cohorts are those of a slow count, month after month', async () => {
  const random = seeded('cohorts')
  for (const student of await verifiedStudents(25)) {
    let start = NOW - days(random.int(20, 480))
    for (let nth = random.int(0, 5); nth > 0; nth -= 1) {
      const end = start + days(random.pick([28, 28, 84, 364]))
      const subscription = await subscribe(student, start, end)
      if (random.chance(0.2))
        await run(
          'UPDATE transactions SET amount = 0 WHERE id = (SELECT tx_id FROM subscriptions WHERE id = ?)',
          subscription,
        )
      const ended = random.chance(0.25) ? start + days(random.int(1, 27)) : null
      await run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', ended, subscription)
      start = (ended ?? end) + days(random.int(0, 45))
    }
  }
  for (const day of [0, 15, 18, 40, 80]) {
    const now = plusDays(NOW, day)
    setNow(now)
    await storeCohorts(openDb(bindings.DB), now)
    const { cohorts } = await expectOk<{ cohorts: Cohort[] }>(
      callApi('GET', '/dashboard/cohorts', { as: await newAdmin() }),
    )
    expect(cohorts).toEqual(await slowCohorts(now))
    if (day === 0 || day === 80) await compareLists(cohorts)
  }
})

it('are counted by the nightly job, once, and are for admins', async () => {
  await run('DELETE FROM cohort_months')
  await run('DELETE FROM cohorts')
  await Promise.all([triggerJob('store-figures'), triggerJob('store-figures')])
  expect(await rows('SELECT month FROM cohorts')).toHaveLength(12)
  expect(await rows('SELECT month FROM cohort_months')).toHaveLength((12 * 13) / 2)
  expect(await storeCohorts(openDb(bindings.DB), NOW)).toBe(0)
  expect(await outcome(callApi('GET', '/dashboard/cohorts', { as: await tutorManager() }))).toBe('forbidden')
})

it('read no table whole', async () => {
  const [month = '2026-01'] = monthsOver(NOW)
  for (const select of [sizeOf(month), keptAt(month, [month])])
    expect((await wholeReadsOf(select)).filter((step) => !/^SCAN (f|r VIRTUAL TABLE)/.test(step))).toEqual([])
})
