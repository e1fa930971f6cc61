/** Every figure of the home and of the plans opens a list (docs/rules/staff.md 2.3, 2.5): the figure, its list and a slow count agree. */
import { describe, expect, it } from 'vitest'
import type { FiguresOfPlan, FiguresOfRange } from '#contract/dashboard'
import type { ListedSubscription } from '#contract/subscriptions'
import type { ListedRefund, ListedTransaction } from '#contract/transactions'
import { batchAll } from '#db/batch'
import { openDb } from '#db/client'
import { seeded } from '#db/demo/random'
import { addDays, days, hours, type LocalDay, localDay, minutes, plusDays, startOfDay, toIso } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { type Entry, paymentEntry, refundEntry } from '#domain/withdrawals/ledger-entries'
import {
  bindings,
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
  setNow,
  subscribe,
  tutorManager,
  verifiedStudents,
} from '#tests/people'
import { postStatements } from '../../worker/withdrawals/ledger-store.ts'
import { NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'

startClockAtNoon()

/** Without sources a lesson of the free trial. */
type Origin = { planId: number | null; source: string }
type Facts = {
  payments: (Origin & { orderId: number; amount: number; at: number })[]
  refunds: (Origin & { amount: number; at: number })[]
  plans: (Origin & { studentId: number; at: number })[]
  trials: { studentId: number; at: number }[]
  lessons: (Origin & { at: number; duration: number; isCanceled: boolean })[]
}

async function post(entry: Entry | null, at: number): Promise<void> {
  const db = openDb(bindings.DB)
  await batchAll(db, postStatements(db, entry, at))
}

const random = seeded('figure lists')
/** The days of the facts; figures are asked for those in the middle. */
const LENGTH = 40
const instantOf = () => NOW - days(LENGTH) + minutes(random.int(0, LENGTH * 24 * 60))

/** Orders of one plan that differ in how they came about; half an hour before the invite, an order is without it. */
async function buy(student: Person, couponId: number, at: number) {
  const subscription = await subscribe(student, at, at + days(7), random.pick([60, 90, 120]))
  const found = await row<{ tx_id: number; plan_id: number }>(
    'SELECT tx_id, plan_id FROM subscriptions WHERE id = ?',
    subscription,
  )
  if (!found) throw new Error('No subscription')
  const { tx_id: orderId, plan_id: planId } = found
  const kind = random.pick(['direct', 'coupon', 'invite', 'invited-later'] as const)
  if (kind === 'coupon') await run('UPDATE transactions SET coupon_id = ? WHERE id = ?', couponId, orderId)
  if (kind.startsWith('invite')) {
    const invitedAt = kind === 'invite' ? at - minutes(30) : at + minutes(30)
    await run(
      'INSERT INTO plan_invites (user_id, plan_id, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      student.id,
      planId,
      student.id,
      invitedAt,
      invitedAt,
    )
  }
  const amount = random.int(100, 900) * 100
  await run('UPDATE transactions SET amount = ? WHERE id = ?', amount, orderId)
  await post(paymentEntry({ orderId, provider: 'fawry', amount }), at)
  return { subscription, orderId, planId, amount, source: kind === 'invited-later' ? 'direct' : kind }
}

/** Refunds of an order, some in two parts on two days, one of them not done. */
async function giveBack(orderId: number, amount: number, after: number): Promise<{ amount: number; at: number }[]> {
  const made = []
  for (const part of random.pick([[amount], [amount / 4, amount / 2]])) {
    const at = Math.min(NOW - 1, after + minutes(random.int(1, 12 * 24 * 60)))
    const refund = await row<{ id: number }>(
      `INSERT INTO refunds (tx_id, amount, status, created_at, updated_at) VALUES (?, ?, 'done', ?, ?) RETURNING id`,
      orderId,
      part,
      after,
      at,
    )
    await post(refundEntry({ refundId: refund?.id ?? 0, provider: 'fawry', amount: part }), at)
    made.push({ amount: part, at })
  }
  await run(
    `INSERT INTO refunds (tx_id, amount, status, created_at, updated_at) VALUES (?, 100, 'failed', ?, ?)`,
    orderId,
    after,
    after,
  )
  return made
}

async function teach(tutor: Person, student: Person, subscription: number, at: number) {
  const duration = random.pick([15, 30] as const)
  const isCanceled = random.chance(0.2)
  const start = startOfDay(localDay(at)) + minutes(15 * random.int(0, 90))
  const lessonId = await insertLesson({
    tutor: random.chance(0.5) ? tutor : await onboardedTutor(),
    student,
    start,
    duration,
    ...(isCanceled && { canceledBy: student }),
  }).catch(() => null)
  // Somebody was busy.
  if (lessonId === null) return null
  const week = (await row<{ start: number }>('SELECT start FROM subscriptions WHERE id = ?', subscription))?.start ?? 0
  await run(
    `INSERT OR IGNORE INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'grant', 6000, ?)`,
    subscription,
    week,
    week,
  )
  await run(
    `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at) VALUES (?, ?, 'booking', ?, ?, ?)`,
    subscription,
    week,
    -duration,
    lessonId,
    NOW,
  )
  return { at: start, duration, isCanceled }
}

async function history(): Promise<Facts> {
  const facts: Facts = { payments: [], refunds: [], plans: [], trials: [], lessons: [] }
  const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }
  const coupon = await expectOk<{ id: number }>(
    callApi('POST', '/coupon', {
      as: await newAdmin(),
      body: { code: 'FIGURES', planId: await newPlan(), ...discounts, expiresAt: toIso(NOW + days(90)) },
    }),
  )
  const tutor = await onboardedTutor()
  for (const student of await verifiedStudents(14)) {
    const trial = await row<{ id: number }>(
      'SELECT id FROM subscriptions WHERE user_id = ? AND tx_id IS NULL',
      student.id,
    )
    const began = instantOf()
    await run('UPDATE subscriptions SET created_at = ?, start = ? WHERE id = ?', began, began, trial?.id)
    facts.trials.push({ studentId: student.id, at: began })
    const own: (Origin & { subscription: number; from: number })[] = [
      { planId: null, source: 'trial', subscription: trial?.id ?? 0, from: began },
    ]
    let at = began + hours(random.int(1, 24 * 20))
    for (let nth = random.int(0, 3); nth > 0 && at < NOW; nth -= 1, at += days(random.int(7, 14))) {
      const { subscription, orderId, planId, amount, source } = await buy(student, coupon.id, at)
      const origin = { planId, source }
      own.push({ ...origin, subscription, from: at })
      facts.payments.push({ ...origin, orderId, amount, at })
      facts.plans.push({ ...origin, studentId: student.id, at })
      if (random.chance(0.4))
        for (const refund of await giveBack(orderId, amount, at)) facts.refunds.push({ ...origin, ...refund })
    }
    for (let nth = random.int(1, 4); nth > 0; nth -= 1) {
      const { subscription, from, ...origin } = random.pick(own)
      const lesson = await teach(tutor, student, subscription, from + days(random.int(1, 6)))
      if (lesson) facts.lessons.push({ ...origin, ...lesson })
    }
  }
  return facts
}

const sumOf = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)

describe('each figure and its list', () => {
  it('are those of a slow count on random data, of every plan and source', async () => {
    const facts = await history()
    const as = await newAdmin()
    setNow(NOW)
    const read = async <Row>(path: string): Promise<Row[]> => {
      const list: Row[] = []
      for (let page = 1, total = 1; list.length < total; page += 1) {
        const found = await expectOk<{ list: Row[]; total: number }>(
          callApi('GET', `${path}&page=${page}&size=25`, { as }),
        )
        total = found.total
        list.push(...found.list)
        if (found.list.length === 0) break
      }
      return list
    }
    const today = localDay(NOW)
    for (const [from, to] of [
      [addDays(today, -LENGTH - 2), today],
      [addDays(today, -25), addDays(today, -9)],
      [addDays(today, -12), addDays(today, -12)],
    ] as [LocalDay, LocalDay][]) {
      await run('DELETE FROM daily_figures')
      await run('DELETE FROM daily_plan_figures')
      const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))]
      const isIn = ({ at }: { at: number }) => at >= start && at < end
      const window = (field: string) => `${field}[gte]=${toIso(start)}&${field}[lt]=${toIso(end)}`
      const {
        range: { total },
      } = await expectOk<{ range: FiguresOfRange }>(callApi('GET', `/dashboard/figures?from=${from}&to=${to}`, { as }))
      const { plans } = await expectOk<{ plans: FiguresOfPlan[] }>(
        callApi('GET', `/dashboard/plan-figures?from=${from}&to=${to}`, { as }),
      )
      const orders = (more = '') => read<ListedTransaction>(`/tx/list?${window('paidAt')}${more}`)
      const refunds = (more = '') => read<ListedRefund>(`/tx/refunds?${window('doneAt')}${more}`)
      const subscriptions = (more: string) => read<ListedSubscription>(`/sub/list?${window('createdAt')}${more}`)
      const lessons = (more = '') =>
        read<{ lesson: { duration: number } }>(`/lesson/list?status=fulfilled&${window('start')}${more}`)
      const amounts = (list: readonly { amount: number }[]) => sumOf(list, ({ amount }) => amount)
      const held = (list: readonly { lesson: { duration: number } }[]) => sumOf(list, ({ lesson }) => lesson.duration)

      const payments = facts.payments.filter(isIn)
      expect([total.revenue, amounts(await orders())]).toEqual([amounts(payments), amounts(payments)])
      const back = facts.refunds.filter(isIn)
      expect([total.refunded, amounts(await refunds())]).toEqual([amounts(back), amounts(back)])
      const taught = facts.lessons.filter((lesson) => isIn(lesson) && !lesson.isCanceled && lesson.at < NOW)
      const taughtMinutes = sumOf(taught, ({ duration }) => duration)
      expect([total.minutesUsed, held(await lessons())]).toEqual([taughtMinutes, taughtMinutes])

      const isFirst = (plan: (typeof facts.plans)[number]) =>
        facts.plans.find(({ studentId }) => studentId === plan.studentId) === plan
      const begun = facts.plans.filter(isIn)
      const firsts = begun.filter(isFirst).length
      expect([total.firstPlans, (await subscriptions('&first=true')).length]).toEqual([firsts, firsts])
      const later = begun.length - firsts
      expect([total.returningStudents, (await subscriptions('&first=false')).length]).toEqual([later, later])
      const trials = facts.trials.filter(isIn)
      const converted = trials.filter(({ studentId, at }) =>
        facts.plans.some((plan) => plan.studentId === studentId && plan.at <= plusDays(at, 14)),
      ).length
      const ofTrials = await subscriptions(`&periods=${PlanPeriod.FreeTrial}`)
      expect([total.trialsStarted, ofTrials.length]).toEqual([trials.length, trials.length])
      expect([total.trialsConverted, (await subscriptions('&converted=true')).length]).toEqual([converted, converted])
      expect(await subscriptions('&converted=false')).toHaveLength(trials.length - converted)

      for (const { planId, source, sold, revenue, refunded, minutesUsed } of plans) {
        const isOf = (origin: Origin) => origin.planId === planId && origin.source === source
        const more = planId === null ? `&sources=${source}` : `&plans=${planId}&sources=${source}`
        const label = `${from} ${to} ${more}`
        const minutesOf = sumOf(taught.filter(isOf), ({ duration }) => duration)
        expect([minutesUsed, held(await lessons(more))], label).toEqual([minutesOf, minutesOf])
        if (planId === null) continue
        const soldOf = begun.filter(isOf).length
        expect([sold, (await subscriptions(more)).length], label).toEqual([soldOf, soldOf])
        expect([revenue, amounts(await orders(more))], label).toEqual(Array(2).fill(amounts(payments.filter(isOf))))
        expect([refunded, amounts(await refunds(more))], label).toEqual(Array(2).fill(amounts(back.filter(isOf))))
      }
      const shown = new Set(plans.map(({ planId, source }) => `${planId} ${source}`))
      for (const { planId, source } of [...payments, ...back, ...begun, ...taught])
        expect(shown).toContain(`${planId} ${source}`)
    }
  })

  it('by plan are for admins', async () => {
    const [mona, student] = [await tutorManager(), (await verifiedStudents(1))[0]]
    for (const query of ['plans=1', 'sources=coupon']) {
      expect(await outcome(callApi('GET', `/lesson/list?${query}`, { as: mona }))).toBe('forbidden')
      expect(
        await outcome(callApi('GET', `/lesson/list?users=${student?.id}&${query}`, { as: student as Person })),
      ).toBe('forbidden')
    }
    expect(await outcome(callApi('GET', '/tx/refunds', { as: mona }))).toBe('forbidden')
  })

  it('of the refunds lists the last changed first, with the student and the order', async () => {
    const as = await newAdmin()
    const { list } = await expectOk<{ list: ListedRefund[] }>(callApi('GET', '/tx/refunds?size=100', { as }))
    const stored = await rows<{ id: number; tx_id: number; user_id: number }>(
      'SELECT r.id, r.tx_id, t.user_id FROM refunds r JOIN transactions t ON t.id = r.tx_id ORDER BY r.updated_at DESC, r.id DESC',
    )
    expect(list.map(({ id, transactionId, student }) => ({ id, tx_id: transactionId, user_id: student.id }))).toEqual(
      stored,
    )
    const failed = await expectOk<{ list: ListedRefund[] }>(callApi('GET', '/tx/refunds?statuses=failed', { as }))
    expect(failed.list.length).toBeGreaterThan(0)
    expect(failed.list.every(({ status }) => status === 'failed')).toBe(true)
  })
})
