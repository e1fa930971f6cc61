/** The figures of renewal, change and pause, their lists, and a slow count agree (docs/rules/staff.md 2.8). */
import { expect, it } from 'vitest'
import type { DashboardNow, FiguresOfRange } from '#contract/dashboard'
import { seeded } from '#db/demo/random'
import { addDays, days, type Instant, type LocalDay, localDay, minutes, startOfDay, toIso } from '#domain/cairo'
import { RENEWAL_DAYS_AFTER, type RenewalKind } from '#domain/staff/dashboard-figures'
import {
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  onboardedTutor,
  type Person,
  row,
  run,
  setNow,
  subscribe,
  triggerJob,
  verifiedStudents,
} from '#tests/people'
import { NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

const random = seeded('plan life')
const LENGTH = 60

type Plan = { id: number; orderId: number; start: Instant; end: Instant; weeklyMinutes: number }
type Facts = {
  ended: { at: Instant; renewal: RenewalKind }[]
  smaller: Instant[]
  upgrades: Instant[]
  topUps: Instant[]
  pauses: { planId: number; at: Instant }[]
  pausedNow: number
  brought: Instant[]
  standing: number
}

async function buy(student: Person, start: Instant, length: number): Promise<Plan> {
  const weeklyMinutes = random.pick([60, 90, 120])
  const end = start + length
  const id = await subscribe(student, start, end, weeklyMinutes)
  const orderId = (await row<{ tx_id: number }>('SELECT tx_id FROM subscriptions WHERE id = ?', id))?.tx_id ?? 0
  await run('UPDATE subscriptions SET created_at = ? WHERE id = ?', start, id)
  await run('UPDATE transactions SET paid_at = ? WHERE id = ?', start, orderId)
  return { id, orderId, start, end, weeklyMinutes }
}

/** A copy of the order of a plan, paid then. */
async function order(plan: Plan, paidAt: Instant): Promise<number> {
  const made = await row<{ id: number }>(
    `INSERT INTO transactions (user_id, plan_id, plan_period, amount, status, payment_method, merchant_ref_num, provider, paid_at, created_at, updated_at)
     SELECT user_id, plan_id, plan_period, amount, status, payment_method, merchant_ref_num || '-' || ?, provider, ?, ?, ? FROM transactions WHERE id = ? RETURNING id`,
    `${paidAt}`,
    paidAt,
    paidAt,
    paidAt,
    plan.orderId,
  )
  return made?.id ?? 0
}

/** The plan that waits for the end of another, paid in its last days, by hand or by its card. */
async function renew(student: Person, plan: Plan, isByCard: boolean): Promise<Plan> {
  const next = await buy(student, plan.end, days(28))
  const paidAt = plan.end - days(2)
  await run('UPDATE transactions SET paid_at = ? WHERE id = ?', paidAt, next.orderId)
  if (isByCard) {
    const ordered = await row<{ plan_id: number }>('SELECT plan_id FROM transactions WHERE id = ?', next.orderId)
    await run(
      `INSERT OR REPLACE INTO card_renewals (user_id, subscription_id, card_hash, card_brand, card_digits, announced_at, announced_plan_id,
         announced_period, announced_amount, next_step_at, created_at) VALUES (?, ?, 'x', 'visa', '1111', 1, ?, 0, 1000000, 1, 1)`,
      student.id,
      plan.id,
      ordered?.plan_id,
    )
    await run(
      'INSERT INTO renewal_charges (tx_id, subscription_id, created_at) VALUES (?, ?, ?)',
      next.orderId,
      plan.id,
      paidAt,
    )
  }
  await run('UPDATE subscriptions SET extended_by = ? WHERE id = ?', next.id, plan.id)
  return next
}

/** More minutes for the plan, or its change to a larger one, some of which was paid too late and went back. */
async function add(plan: Plan, facts: Facts): Promise<void> {
  const at = plan.start + minutes(random.int(1, (Math.min(plan.end, NOW) - plan.start) / minutes(1) - 1))
  const id = await order(plan, at)
  if (random.chance(0.5)) {
    await run('UPDATE transactions SET top_up_minutes = 30 WHERE id = ?', id)
    facts.topUps.push(at)
    return
  }
  const isDone = random.chance(0.7)
  await run('UPDATE transactions SET changes_plan = 1 WHERE id = ?', id)
  await run(
    `INSERT INTO plan_changes (tx_id, subscription_id, from_plan_id, from_minutes, from_price, to_plan_id, to_minutes, to_price, created_at)
     SELECT ?, id, plan_id, weekly_minutes, 0, plan_id, weekly_minutes + 60, 0, ? FROM subscriptions WHERE id = ?`,
    id,
    at,
    plan.id,
  )
  if (!isDone) return
  await run('UPDATE plan_changes SET done_at = ? WHERE tx_id = ?', at, id)
  facts.upgrades.push(at)
}

/** A pause, some of which were undone before they began. */
async function pause(student: Person, plan: Plan, facts: Facts): Promise<void> {
  const start = plan.start + days(random.int(2, 20))
  const end = start + days(7 * random.int(1, 3))
  if (start >= plan.end) return
  const made = await row<{ id: number }>(
    `INSERT INTO pauses (subscription_id, start, "end", created_by, reason, created_at) VALUES (?, ?, ?, ?, 'travel', ?) RETURNING id`,
    plan.id,
    start,
    end,
    student.id,
    start - days(1),
  )
  if (random.chance(0.3)) {
    await run(
      'UPDATE pauses SET "end" = start, ended_at = created_at, ended_by = created_by, end_reason = ? WHERE id = ?',
      'undone',
      made?.id,
    )
    return
  }
  facts.pauses.push({ planId: plan.id, at: start })
  if (start <= NOW && NOW < end) facts.pausedNow += 1
}

async function bring(bringer: Person, friend: Person, lessonId: number, facts: Facts): Promise<void> {
  const at = NOW - minutes(random.int(1, LENGTH * 24 * 60))
  const made = await row<{ id: number }>(
    'INSERT INTO referrals (friend_id, bringer_id, created_at, updated_at) VALUES (?, ?, 1, 1) RETURNING id',
    friend.id,
    bringer.id,
  )
  await run(`UPDATE referrals SET state = 'held', lesson_id = ?, due_at = ? WHERE id = ?`, lessonId, at, made?.id)
  await run(`UPDATE referrals SET state = 'given' WHERE id = ?`, made?.id)
  for (const [side, userId] of [
    ['friend', friend.id],
    ['bringer', bringer.id],
  ])
    await run(
      `INSERT INTO referral_rewards (referral_id, side, user_id, minutes, year, number, expires_at, created_at, updated_at) VALUES (?, ?, ?, 30, ?, ?, ?, ?, ?)`,
      made?.id,
      side,
      userId,
      side === 'bringer' ? 2026 : null,
      side === 'bringer' ? 1 : null,
      at + days(90),
      at,
      at,
    )
  facts.brought.push(at)
}

async function history(): Promise<Facts> {
  const facts: Facts = {
    ended: [],
    smaller: [],
    upgrades: [],
    topUps: [],
    pauses: [],
    pausedNow: 0,
    brought: [],
    standing: 0,
  }
  const tutor = await onboardedTutor()
  const students = await verifiedStudents(24)
  for (const [index, student] of students.entries()) {
    const first = await buy(student, NOW - days(LENGTH) + minutes(random.int(0, 30 * 24 * 60)), days(28))
    const how = random.pick(['early', 'card', 'soon', 'late', 'no', 'terminated'] as const)
    if (random.chance(0.5)) await add(first, facts)
    if (how === 'terminated') {
      await run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', first.start + days(9), first.id)
      continue
    }
    if (how === 'early' || how === 'card') {
      const next = await renew(student, first, how === 'card')
      if (first.end <= NOW) facts.ended.push({ at: first.end, renewal: how })
      if (next.end <= NOW) facts.ended.push({ at: next.end, renewal: 'none' })
      if (next.weeklyMinutes < first.weeklyMinutes && next.start <= NOW) facts.smaller.push(next.start)
      if (next.start < NOW && random.chance(0.7)) await pause(student, next, facts)
    } else {
      const after = days(RENEWAL_DAYS_AFTER) + (how === 'soon' ? 0 : 1)
      const at = first.end + after
      if (how !== 'no' && at < NOW) await buy(student, at, days(28))
      const isSoon = how === 'soon' && at < NOW
      if (first.end <= NOW) facts.ended.push({ at: first.end, renewal: isSoon ? 'later' : 'none' })
    }
    const bringer = students[index - 1]
    if (bringer && random.chance(0.5)) {
      const lesson = await row<{ id: number }>('SELECT MAX(id) AS id FROM lessons')
      await bring(bringer, student, lesson?.id ?? 0, facts)
    }
    if (random.chance(0.3)) {
      const many = random.int(1, 2)
      for (let nth = 0; nth < many; nth += 1)
        await run(
          `INSERT INTO standing_times (student_id, tutor_id, weekday, minute, duration, state, asked_until, accepted_at, created_at, updated_at)
           VALUES (?, ?, ?, ?, 30, 'accepted', 1, 1, 1, 1)`,
          student.id,
          tutor.id,
          index % 7,
          600 + 60 * nth + 120 * Math.floor(index / 7),
        )
      facts.standing += 1
    }
  }
  return facts
}

it('each figure and its list are those of a slow count on random data', async () => {
  const [tutor, first] = [await onboardedTutor(), (await verifiedStudents(1))[0]]
  await insertLesson({ tutor, student: first as Person, start: NOW - days(70) })
  const facts = await history()
  const as = await newAdmin()
  setNow(NOW)
  const count = async (path: string) =>
    (await expectOk<{ total: number }>(callApi('GET', `${path}&size=1`, { as }))).total
  const today = localDay(NOW)
  for (const [from, to] of [
    [addDays(today, -LENGTH - 2), today],
    [addDays(today, -30), addDays(today, -8)],
    [addDays(today, -20), addDays(today, -20)],
  ] as [LocalDay, LocalDay][]) {
    await run('DELETE FROM daily_figures')
    const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))]
    const isIn = (at: Instant) => at >= start && at < end && at <= NOW
    const window = (field: string) => `${field}[gte]=${toIso(start)}&${field}[lt]=${toIso(end)}`
    const { range, now } = await expectOk<{ range: FiguresOfRange; now: DashboardNow }>(
      callApi('GET', `/dashboard/figures?from=${from}&to=${to}`, { as }),
    )
    const { total } = range
    const ended = facts.ended.filter(({ at }) => isIn(at))
    const of = (kind: RenewalKind) => ended.filter(({ renewal }) => renewal === kind).length
    const renewed = (kinds: string) => count(`/sub/list?${window('endAt')}&${kinds}`)
    const all = 'renewed[]=early&renewed[]=card&renewed[]=later&renewed[]=none'
    const same = (value: number) => [value, value]
    expect([total.plansEnded, await renewed(all)]).toEqual(same(ended.length))
    expect([total.renewedEarly, await renewed('renewed=early')]).toEqual(same(of('early')))
    expect([total.renewedByCard, await renewed('renewed=card')]).toEqual(same(of('card')))
    expect([total.renewedLater, await renewed('renewed=later')]).toEqual(same(of('later')))
    expect(await renewed('renewed=none')).toBe(of('none'))
    expect([total.planDowngrades, await count(`/sub/list?${window('startAt')}&smaller=true`)]).toEqual(
      same(facts.smaller.filter(isIn).length),
    )
    expect([total.planUpgrades, await count(`/tx/list?${window('paidAt')}&changes=true`)]).toEqual(
      same(facts.upgrades.filter(isIn).length),
    )
    expect([total.topUps, await count(`/tx/list?${window('paidAt')}&topUps=true`)]).toEqual(
      same(facts.topUps.filter(isIn).length),
    )
    expect([total.pausesBegun, await count(`/sub/list?${window('pauseStart')}`)]).toEqual(
      same(facts.pauses.filter(({ at }) => isIn(at)).length),
    )
    expect([total.referralsGiven, await count(`/user/list?${window('brought')}`)]).toEqual(
      same(facts.brought.filter(isIn).length),
    )
    expect([now.paused, await count('/sub/list?paused=true')]).toEqual(same(facts.pausedNow))
    expect([now.standing, await count('/user/list?standing=true')]).toEqual(same(facts.standing))
  }
  for (const counted of [facts.ended, facts.smaller, facts.upgrades, facts.topUps, facts.pauses, facts.brought])
    expect(counted.length).toBeGreaterThan(0)
  expect(facts.pausedNow * facts.standing).toBeGreaterThan(0)
})

it('counts a plan as renewed that is bought up to 14 days after the end, also on a day that is stored', async () => {
  const [student, as] = [(await verifiedStudents(1))[0] as Person, await newAdmin()]
  const plan = await buy(student, NOW - days(31), days(28))
  const day = localDay(plan.end)
  const renewedLater = async () =>
    (await expectOk<{ range: FiguresOfRange }>(callApi('GET', `/dashboard/figures?from=${day}&to=${day}`, { as })))
      .range.total.renewedLater
  await triggerJob('store-figures')
  const before = await renewedLater()
  await buy(student, NOW - days(1), days(28))
  expect(await renewedLater()).toBe(before)
  await triggerJob('store-figures')
  expect(await renewedLater()).toBe(before + 1)
})
