/** Changes of plan (docs/rules/minutes.md 9.1 to 9.9). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { days, hours } from '#domain/cairo'
import { eventually } from '#tests/eventually'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import { tryBook } from './lesson-fixtures.ts'
import { buyPlan, type PlacedOrder, payReportedFromAllSides, sweepAt, withGateways } from './order-fixtures.ts'
import {
  countRows,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
  plansOf,
  postingsOf,
  transactionOf,
} from './payment-fixtures.ts'

/** A Wednesday noon in Cairo: the weeks begin on Wednesdays at 05:00. */
const NOW = '2026-02-11T10:00:00Z'
const START = Date.parse(NOW)
const WEEK = days(7)
const END = START + 4 * WEEK
/** Of a month of the larger plan. */
const LARGER = PRICE + 28_000

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

type Info = { id: number; planId: number; weeklyMinutes: number; periodPrice: number; maxUpcomingLessons: number }
type Own = {
  info: (Info & { nextPlanId: number | null; nextPeriod: number | null }) | null
  remainingWeeklyMinutes: number
}
const ownOf = async (student: Person) =>
  expectOk<Own>(callApi('GET', `/sub/user?userId=${student.id}`, { as: await again(student) }))
const minutesOf = async (student: Person) => (await ownOf(student)).remainingWeeklyMinutes
const order = async (student: Person, planId: number, more: object = {}) =>
  callApi('POST', '/fawry/pay/ref-num', {
    as: await again(student),
    body: { planId, period: 'month', changesPlan: true, ...more },
  })
const place = async (student: Person, planId: number): Promise<PlacedOrder> => {
  const placed = await expectOk<PlacedOrder>(order(student, planId))
  await gateways.deliverAll()
  return placed
}
const pay = async ({ referenceNumber }: PlacedOrder) => {
  await gateways.act('fawry', referenceNumber, 'pay')
  await gateways.deliverAll()
}
/** The lesson that is booked here is never held, so it has no outcome. */
async function isProven() {
  const findings = await proveLedger(openDb(bindings.DB), Date.now())
  expect(findings.filter(({ what }) => what !== 'lessons without an outcome')).toEqual([])
}
const entriesOf = async ({ transactionId }: PlacedOrder) =>
  (
    await rows<{ minutes: number }>('SELECT minutes FROM minute_entries WHERE tx_id = ? ORDER BY id', transactionId)
  ).map(({ minutes }) => minutes)
const refundWhole = async ({ referenceNumber }: PlacedOrder, amount: number) => {
  await expectOk(
    callApi('POST', '/fawry/refund', {
      as: await again(await newAdmin()),
      body: { orderRefNum: String(referenceNumber), provider: 'fawry', refundAmount: amount },
    }),
  )
  await gateways.deliverAll()
}

/** A student with a plan of 60 minutes a week that has just begun, and a plan of 120. */
async function subscribed() {
  const [student, planId, largerId] = await Promise.all([
    payingStudent(),
    newPlan(),
    newPlan({ weeklyMinutes: 120, price: LARGER }),
  ])
  const bought = await buyPlan(gateways, student, planId)
  return { student, planId, largerId, bought }
}

/** As `subscribed`, two weeks later and with the larger plan, which cost half of the difference. */
async function changed() {
  const of = await subscribed()
  setNow(START + 2 * WEEK)
  const placed = await place(of.student, of.largerId)
  await pay(placed)
  return { ...of, placed }
}

describe('a change to a larger plan', () => {
  it('costs the difference for the days left, raises the running week and every later one, and keeps the end', async () => {
    const { student, planId, largerId, bought } = await subscribed()
    setNow(START + 2 * WEEK)
    const placed = await place(student, largerId)
    expect(await minutesOf(student)).toBe(60)
    expect((await transactionOf(placed.transactionId)).amount).toBe(14_000)
    await pay(placed)
    const { info } = await ownOf(student)
    expect(info).toMatchObject({ id: bought.subscriptionId, planId: largerId, weeklyMinutes: 120, periodPrice: LARGER })
    expect(await minutesOf(student)).toBe(120)
    expect(await plansOf(student)).toMatchObject([{ tx_id: bought.transactionId, start: START, end: END }])
    expect(await postingsOf('payment', placed.transactionId)).toMatchObject({ sales: 14_000 })
    expect(await expectOk(callApi('GET', `/tx/${placed.transactionId}`, { as: await again(student) }))).toMatchObject({
      planId: largerId,
      changesPlan: true,
      amount: 14_000,
    })
    const { list } = await expectOk<{ list: object[] }>(
      callApi('GET', `/student/${student.id}/minutes`, { as: await again(student) }),
    )
    expect(list[0]).toMatchObject({ kind: 'plan-change', minutes: 60, balance: 120 })
    const admin = await again(await newAdmin())
    expect(
      (await expectOk<{ planChange: object }>(callApi('GET', `/tx/${placed.transactionId}/timeline`, { as: admin })))
        .planChange,
    ).toMatchObject({ fromPlanId: planId, fromMinutes: 60, toPlanId: largerId, toMinutes: 120, undoneAt: null })
    setNow(START + 3 * WEEK)
    expect(await minutesOf(student)).toBe(120)
    await isProven()
  })

  it('is paid at the second provider, too', async () => {
    const { student, largerId } = await subscribed()
    const body = { planId: largerId, planPeriod: 0, paymentMethod: 0, changesPlan: true }
    await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: student, body }))
    const { provider_order_id, amount } = await lastTransactionOf(student)
    expect(amount).toBe(28_000)
    await gateways.act('paymob', provider_order_id ?? '', 'pay')
    await gateways.deliverAll()
    expect(await minutesOf(student)).toBe(120)
    await isProven()
  })

  it('is asked for from a wallet again as what it is', async () => {
    const { student, largerId } = await subscribed()
    const body = { planId: largerId, period: 'month', changesPlan: true, walletPhone: '01012345678' }
    const { transactionId } = await expectOk<PlacedOrder>(callApi('POST', '/fawry/pay/e-wallet', { as: student, body }))
    await gateways.deliverAll()
    setNow(START + hours(1))
    await expectOk(callApi('POST', '/fawry/pay/e-wallet/again', { as: await again(student), body: { transactionId } }))
    const { id, amount, provider_ref_num } = await lastTransactionOf(student)
    expect(amount).toBe(27_000)
    await gateways.act('fawry', provider_ref_num ?? '', 'pay')
    await gateways.deliverAll()
    expect(id).not.toBe(transactionId)
    expect(await minutesOf(student)).toBe(120)
    await isProven()
  })

  it('is made at once where nothing is to pay', async () => {
    const { student, bought } = await subscribed()
    const cheaper = await newPlan({ weeklyMinutes: 90, price: PRICE - 10_000 })
    const { transactionId } = await place(student, cheaper)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, amount: 0 })
    expect((await ownOf(student)).info).toMatchObject({
      id: bought.subscriptionId,
      weeklyMinutes: 90,
      periodPrice: PRICE,
    })
    expect(await minutesOf(student)).toBe(90)
    await isProven()
  })

  it('keeps what the smaller plan allowed more of, and takes what the larger one does', async () => {
    const { student, largerId, bought } = await subscribed()
    await run('UPDATE subscriptions SET max_upcoming_lessons = 4, carries_over = 1 WHERE id = ?', bought.subscriptionId)
    await run('UPDATE plans SET max_upcoming_lessons = 2, booking_weeks = 2 WHERE id = ?', largerId)
    await pay(await place(student, largerId))
    expect((await ownOf(student)).info).toMatchObject({ maxUpcomingLessons: 4, bookingWeeks: 2, carriesOver: true })
    setNow(START + WEEK)
    expect(await minutesOf(student)).toBe(240)
    await isProven()
  })

  it('leaves a next period that is paid already', async () => {
    const { student, planId, largerId } = await subscribed()
    setNow(END - days(9))
    const next = await expectOk<PlacedOrder>(
      callApi('POST', '/fawry/pay/ref-num', { as: await again(student), body: { planId, period: 'month' } }),
    )
    await gateways.deliverAll()
    await pay(next)
    await pay(await place(student, largerId))
    expect(await minutesOf(student)).toBe(120)
    setNow(END + hours(1))
    expect((await ownOf(student)).info).toMatchObject({ planId, weeklyMinutes: 60 })
    expect(await minutesOf(student)).toBe(60)
    await isProven()
  })

  it('is refused without a plan, downwards, with a coupon, with a top-up, and beside an open order', async () => {
    const [newcomer, { student, planId, largerId }] = [await payingStudent(), await subscribed()]
    expect(await outcome(order(newcomer, largerId))).toBe('subscription-required')
    expect(await outcome(order(student, planId))).toBe('bad-request')
    expect(await outcome(order(student, 9_999_999))).toBe('plan-not-found')
    expect(await outcome(order(student, largerId, { couponCode: 'SUMMER' }))).toBe('coupon-not-found')
    expect(await outcome(order(student, largerId, { topUpMinutes: 30 }))).toBe('bad-request')
    const invited = await newPlan({ weeklyMinutes: 180, invitesOnly: true })
    expect(await outcome(order(student, invited))).toBe('forbidden')
    await place(student, largerId)
    expect(await outcome(order(student, largerId))).toBe('illegal')
  })

  it('is ordered once from three tabs at the same moment', async () => {
    const { student, largerId } = await subscribed()
    const answers = await Promise.all([1, 2, 3].map(() => outcome(order(student, largerId))))
    expect(answers.toSorted()).toEqual(['illegal', 'illegal', 'ok'])
    await gateways.deliverAll()
  })

  it('is made once, however often and from however many sides it is reported', async () => {
    const { student, largerId } = await subscribed()
    const placed = await place(student, largerId)
    await payReportedFromAllSides(gateways, placed)
    expect(await entriesOf(placed)).toEqual([60])
    expect(await minutesOf(student)).toBe(120)
    await isProven()
  })

  it('goes back by itself when it is paid after the plan has ended', async () => {
    const { student, largerId } = await subscribed()
    setNow(END - hours(1))
    const placed = await place(student, largerId)
    setNow(END + hours(1))
    await pay(placed)
    await eventually(async () =>
      expect(await transactionOf(placed.transactionId)).toMatchObject({ status: 3, refunded_amount: 7_000 }),
    )
    expect(await entriesOf(placed)).toEqual([])
    expect(await countRows('plan_changes WHERE tx_id = ? AND done_at IS NULL', placed.transactionId)).toBe(1)
    await isProven()
  })

  it('goes back by itself when the plan was changed after it was ordered', async () => {
    const { student, largerId } = await subscribed()
    const late = await place(student, largerId)
    await run('UPDATE transactions SET expires_at = ? WHERE id = ?', START + 1, late.transactionId)
    await sweepAt(START + hours(1))
    const other = await place(student, await newPlan({ weeklyMinutes: 180, price: LARGER + 10_000 }))
    await Promise.all([
      gateways.act('fawry', other.referenceNumber, 'pay'),
      gateways.act('fawry', late.referenceNumber, 'pay'),
    ])
    await gateways.deliverAll()
    await eventually(async () => {
      const statuses = await Promise.all(
        [late, other].map(async (one) => (await transactionOf(one.transactionId)).status),
      )
      expect(statuses.toSorted()).toEqual([1, 3])
    })
    expect((await Promise.all([late, other].map(entriesOf))).flat()).toHaveLength(1)
    expect(await countRows(`refunds WHERE reason = 'plan-changed' AND status = 'done'`)).toBe(1)
    await isProven()
  })
})

describe('money that goes back', () => {
  const cancel = async (student: Person) =>
    expectOk<{ refundAmount: number }>(callApi('PATCH', '/sub/cancel', { as: await again(student), body: {} }))

  it('of the change’s whole order undoes it: what is left of the week, and every later one', async () => {
    const { student, planId, placed } = await changed()
    await refundWhole(placed, 4_000)
    expect((await ownOf(student)).info).toMatchObject({ weeklyMinutes: 120 })
    await refundWhole(placed, 10_000)
    expect(await entriesOf(placed)).toEqual([60, -60])
    expect((await ownOf(student)).info).toMatchObject({ planId, weeklyMinutes: 60, periodPrice: PRICE })
    expect(await minutesOf(student)).toBe(60)
    setNow(START + 3 * WEEK)
    expect(await minutesOf(student)).toBe(60)
    await isProven()
  })

  it('in a later week leaves that week, and cancels coming lessons that the smaller ones do not pay for', async () => {
    const { student, largerId, bought } = await subscribed()
    await run(
      'UPDATE subscriptions SET max_upcoming_lessons = 8, booking_weeks = 4 WHERE id = ?',
      bought.subscriptionId,
    )
    const placed = await place(student, largerId)
    await pay(placed)
    setNow(START + WEEK)
    const tutor = await onboardedTutor()
    const slot = { id: await insertSlot(tutor, START + WEEK, END) }
    const first = START + 2 * WEEK
    for (const hour of [1, 2, 3])
      expect(await tryBook(await again(student), { tutor, slot, start: first + hours(hour) })).toBe('ok')
    expect(await minutesOf(student)).toBe(120)
    await refundWhole(placed, 28_000)
    expect(await entriesOf(placed)).toEqual([60])
    expect(await minutesOf(student)).toBe(120)
    const living = await rows<{ start: number }>(
      'SELECT l.start FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id WHERE m.user_id = ? AND l.canceled_at IS NULL ORDER BY l.start',
      student.id,
    )
    expect(living.map(({ start }) => start)).toEqual([first + hours(1), first + hours(2)])
    setNow(first)
    expect(await minutesOf(student)).toBe(0)
    await isProven()
  })

  it('of one of two changes takes away what that one added', async () => {
    const { student, placed } = await changed()
    const third = await newPlan({ weeklyMinutes: 200, price: LARGER + 20_000 })
    const later = await place(student, third)
    await pay(later)
    expect(await minutesOf(student)).toBe(200)
    await refundWhole(placed, 14_000)
    expect((await ownOf(student)).info).toMatchObject({
      planId: third,
      weeklyMinutes: 140,
      periodPrice: PRICE + 20_000,
    })
    expect(await minutesOf(student)).toBe(140)
    await isProven()
  })

  it('of a cancelled plan counts both payments, the newest first', async () => {
    const { student, bought, placed } = await changed()
    const admin = await newAdmin()
    const preview = await expectOk(callApi('GET', `/sub/${bought.subscriptionId}/refund`, { as: await again(admin) }))
    expect(preview).toMatchObject({ refundAmount: PRICE + 14_000 })
    expect(await cancel(student)).toEqual({ refundAmount: PRICE + 14_000 })
    await gateways.deliverAll()
    for (const { transactionId } of [bought, placed]) expect((await transactionOf(transactionId)).status).toBe(3)
    expect((await plansOf(student))[0]?.terminated_at).toBe(Date.now())
    await isProven()
  })

  it('of a cancelled plan is less by its lessons, which the first order pays for last', async () => {
    const { student, bought, placed } = await changed()
    const tutor = await onboardedTutor()
    const id = await insertLesson({ tutor, student, start: START + hours(2), attended: true })
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at) VALUES (?, ?, 'booking', -30, ?, ?)`,
      bought.subscriptionId,
      START - hours(7),
      id,
      START,
    )
    const { refundAmount } = await cancel(student)
    expect(refundAmount).toBeLessThan(PRICE + 14_000)
    expect((await transactionOf(placed.transactionId)).refunded_amount).toBe(14_000)
    expect((await transactionOf(bought.transactionId)).refunded_amount).toBe(refundAmount - 14_000)
    await isProven()
  })

  it('of neither order moves where the provider refuses the first refund', async () => {
    const { student, bought, placed } = await changed()
    await gateways.act('fawry', placed.referenceNumber, 'refund', { deliver: false })
    expect(await outcome(callApi('PATCH', '/sub/cancel', { as: await again(student), body: {} }))).toBe('fawry-error')
    expect(await countRows(`refunds WHERE status = 'pending'`)).toBe(0)
    expect((await transactionOf(bought.transactionId)).refunded_amount).toBe(0)
    expect((await plansOf(student))[0]?.terminated_at).toBeNull()
  })
})

describe('a pause of the plan', () => {
  const pause = async (student: Person, weeks: number) =>
    expectOk(callApi('POST', `/student/${student.id}/pauses`, { as: await again(student), body: { weeks } }))
  async function pausable() {
    const found = await subscribed()
    await run('UPDATE subscriptions SET pausable = 1, carries_over = 1 WHERE id = ?', found.bought.subscriptionId)
    return found
  }

  it('that comes makes a change neither dearer nor cheaper', async () => {
    const [one, paused] = [await pausable(), await pausable()]
    setNow(START + days(8))
    await pause(paused.student, 2)
    for (const { student, largerId } of [one, paused])
      expect((await transactionOf((await place(student, largerId)).transactionId)).amount).toBe(20_000)
  })

  it('lets a change be neither ordered nor paid while it lasts: what is paid then goes back', async () => {
    const { student, largerId, planId } = await pausable()
    await pause(student, 1)
    const placed = await place(student, largerId)
    setNow(START + WEEK)
    await pay(placed)
    await eventually(async () => expect((await transactionOf(placed.transactionId)).status).toBe(3))
    expect((await ownOf(student)).info).toMatchObject({ planId, weeklyMinutes: 60, periodPrice: PRICE })
    expect(await outcome(order(student, largerId))).toBe('subscription-paused')
    setNow(START + 2 * WEEK)
    expect((await transactionOf((await place(student, largerId)).transactionId)).amount).toBe(21_000)
    await isProven()
  })

  it('leaves the refund of both payments as it is', async () => {
    const { student, bought, placed } = await changed()
    await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', bought.subscriptionId)
    await pause(student, 1)
    setNow(START + 3 * WEEK)
    const answer = await callApi('PATCH', '/sub/cancel', { as: await again(student), body: {} })
    expect(answer.body).toEqual({ refundAmount: PRICE + 14_000 })
    await gateways.deliverAll()
    expect((await transactionOf(bought.transactionId)).refunded_amount).toBe(PRICE)
    expect((await transactionOf(placed.transactionId)).refunded_amount).toBe(14_000)
    await isProven()
  })

  it('in which a change is undone takes its minutes from those that come after the pause', async () => {
    const { student, largerId, planId } = await pausable()
    const placed = await place(student, largerId)
    await pay(placed)
    await pause(student, 2)
    setNow(START + WEEK + hours(1))
    await refundWhole(placed, 28_000)
    expect(await entriesOf(placed)).toEqual([60, -60])
    expect((await ownOf(student)).info).toMatchObject({ planId, weeklyMinutes: 60, periodPrice: PRICE })
    setNow(START + 3 * WEEK)
    // A week's minutes, and what was left of the last week before the pause.
    expect(await minutesOf(student)).toBe(120)
    await isProven()
  })
})

describe('the plan of the next period', () => {
  const choose = async (student: Person, next: object | null) =>
    callApi('PUT', '/sub/next-plan', { as: await again(student), body: { next } })

  it('is chosen, changed, taken back, and forgotten once that is paid', async () => {
    const { student, planId, largerId } = await subscribed()
    await expectOk(choose(student, { planId: largerId, period: 1 }))
    await expectOk(choose(student, { planId, period: 2 }))
    expect((await ownOf(student)).info).toMatchObject({ nextPlanId: planId, nextPeriod: 2 })
    await expectOk(choose(student, null))
    expect((await ownOf(student)).info).toMatchObject({ nextPlanId: null, nextPeriod: null })
    await expectOk(choose(student, { planId, period: 0 }))
    setNow(END - days(9))
    const next = await expectOk<PlacedOrder>(
      callApi('POST', '/fawry/pay/ref-num', { as: await again(student), body: { planId, period: 'month' } }),
    )
    await gateways.deliverAll()
    await pay(next)
    expect((await ownOf(student)).info).toMatchObject({ nextPlanId: null })
    expect(await outcome(choose(student, { planId, period: 0 }))).toBe('subscription-exists')
  })

  it('is refused without a running plan, and for a plan that cannot be bought', async () => {
    const [newcomer, { student, planId }] = [await payingStudent(), await subscribed()]
    expect(await outcome(choose(newcomer, { planId, period: 0 }))).toBe('subscription-required')
    expect(await outcome(choose(student, { planId: 9_999_999, period: 0 }))).toBe('plan-not-found')
    expect(await outcome(choose(student, { planId, period: 3 }))).toBe('bad-request')
    const invited = await newPlan({ invitesOnly: true })
    expect(await outcome(choose(student, { planId: invited, period: 0 }))).toBe('forbidden')
  })
})

type Step = { does: 'change' | 'refund' | 'book' | 'top-up' | 'wait'; which: number }
const step = fc.record({
  does: fc.constantFrom<Step['does']>('change', 'change', 'refund', 'book', 'top-up', 'wait', 'wait'),
  which: fc.nat(5),
})

it('conserves minutes and money in random lives, through changes, refunds, top-ups, lessons and the end', async () => {
  const plans = await Promise.all(
    [90, 120, 200].map((weeklyMinutes) => newPlan({ weeklyMinutes, price: weeklyMinutes * 900 })),
  )
  const tutor = await onboardedTutor()
  const slot = { id: await insertSlot(tutor, START, END) }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), fc.boolean(), async (life, carriesOver) => {
      setNow(START)
      const { student, planId, bought } = await subscribed()
      await run(
        'UPDATE subscriptions SET max_upcoming_lessons = 8, booking_weeks = 4, carries_over = ? WHERE id = ?',
        Number(carriesOver),
        bought.subscriptionId,
      )
      const changes: { placed: PlacedOrder; added: number; amount: number }[] = []
      const added = () => changes.reduce((sum, one) => sum + one.added, 0)
      const acts: Record<Step['does'], (which: number) => Promise<unknown>> = {
        change: async (which) => {
          const before = 60 + added()
          const to = plans[which % plans.length] ?? planId
          const placed = await outcome(order(student, to))
          await gateways.deliverAll()
          if (placed !== 'ok') return
          const { id, amount, provider_ref_num } = await lastTransactionOf(student)
          const made = { transactionId: id, referenceNumber: Number(provider_ref_num) }
          if (amount > 0) await pay(made)
          changes.push({ placed: made, amount, added: ((await ownOf(student)).info?.weeklyMinutes ?? 0) - before })
        },
        refund: async (which) => {
          const [undone] = changes.filter(({ amount }) => amount > 0).splice(which % Math.max(1, changes.length), 1)
          if (!undone) return
          await refundWhole(undone.placed, undone.amount)
          changes.splice(changes.indexOf(undone), 1)
        },
        book: async (which) =>
          tryBook(await again(student), { tutor, slot, start: Date.now() + hours(24 * (1 + which * 2)) }),
        'top-up': async () => {
          const current = (await ownOf(student)).info?.planId ?? 0
          const body = { planId: current, period: 'month', topUpMinutes: 30 }
          const placed = await expectOk<PlacedOrder>(
            callApi('POST', '/fawry/pay/ref-num', { as: await again(student), body }),
          )
          await gateways.deliverAll()
          await pay(placed)
        },
        wait: async (which) => setNow(Math.min(END - hours(1), Date.now() + days(which))),
      }
      for (const { does, which } of life) {
        await acts[does](which)
        const { info, remainingWeeklyMinutes } = await ownOf(student)
        expect(info?.weeklyMinutes).toBe(60 + added())
        expect(remainingWeeklyMinutes).toBeGreaterThanOrEqual(0)
      }
      expect(await outcome(callApi('PATCH', '/sub/cancel', { as: await again(student), body: {} }))).toBe('ok')
      await gateways.deliverAll()
      const money = await row<{ paid: number; back: number; above: number; more: number }>(
        `SELECT SUM(CASE WHEN top_up_minutes IS NULL THEN amount ELSE 0 END) AS paid, SUM(refunded_amount) AS back, SUM(refunded_amount > amount) AS above,
         SUM(CASE WHEN top_up_minutes IS NOT NULL THEN amount ELSE 0 END) AS more FROM transactions WHERE user_id = ? AND paid_at IS NOT NULL`,
        student.id,
      )
      const taken = await row<{ cost: number }>(
        'SELECT COALESCE(SUM(l.price), 0) AS cost FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id WHERE m.user_id = ? AND l.canceled_at IS NULL AND l.start <= ?',
        student.id,
        Date.now(),
      )
      const { paid = 0, more = 0 } = money ?? {}
      expect(money).toMatchObject({ back: paid - Math.max(0, (taken?.cost ?? 0) - more), above: 0 })
      await isProven()
      await run('DELETE FROM busy_quarters')
    }),
    { numRuns: 12 },
  )
}, 120_000)

it('the database takes no change of another student, downwards, unpaid, twice or of a plan that is another by now', async () => {
  const { student, planId, largerId, bought } = await subscribed()
  const placed = await place(student, largerId)
  const other = await subscribed()
  const set = (assignment: string) => run(`UPDATE plan_changes SET ${assignment} WHERE tx_id = ?`, placed.transactionId)
  await expect(set(`done_at = ${START}`)).rejects.toThrow('subscription-required')
  await expect(set('to_minutes = 600')).rejects.toThrow('illegal')
  await expect(set(`undone_at = ${START}`)).rejects.toThrow('plan_changes_undone')
  await expect(run('DELETE FROM plan_changes')).rejects.toThrow('illegal')
  await expect(
    run('UPDATE subscriptions SET weekly_minutes = 600 WHERE id = ?', bought.subscriptionId),
  ).rejects.toThrow('illegal')
  await pay(placed)
  await expect(set(`done_at = ${START + 1}`)).rejects.toThrow('illegal')
  const insert = (subscription: number, to: number, minutes: number, tx = placed.transactionId) =>
    run(
      `INSERT INTO plan_changes (tx_id, subscription_id, from_plan_id, from_minutes, from_price, to_plan_id, to_minutes, to_price, created_at) VALUES (?, ?, ?, 60, 0, ?, ?, 0, ?)`,
      tx,
      subscription,
      planId,
      to,
      minutes,
      START,
    )
  const second = await row<{ id: number }>(
    `INSERT INTO transactions (user_id, plan_id, plan_period, changes_plan, amount, status, payment_method, provider, paid_at, created_at, updated_at) VALUES (?, ?, 0, 1, 1, 1, 0, 'fawry', 1, 1, 1) RETURNING id`,
    student.id,
    largerId,
  )
  await expect(insert(bought.subscriptionId, largerId, 120, second?.id)).rejects.toThrow('subscription-required')
  await expect(insert(other.bought.subscriptionId, largerId, 120, second?.id)).rejects.toThrow('subscription-required')
  await expect(insert(bought.subscriptionId, largerId, 30, second?.id)).rejects.toThrow()
  const add = (minutes: number, tx = placed.transactionId) =>
    run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, tx_id, created_at) VALUES (?, ?, 'plan-change', ?, ?, ?)`,
      bought.subscriptionId,
      START - hours(7),
      minutes,
      tx,
      START,
    )
  await expect(add(60)).rejects.toThrow('UNIQUE')
  await expect(add(30)).rejects.toThrow('illegal')
  await expect(add(-60)).rejects.toThrow('illegal')
  await expect(add(60, bought.transactionId)).rejects.toThrow('illegal')
})
