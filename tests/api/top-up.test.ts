/** Minutes that are bought in addition to a plan's (docs/rules/minutes.md 8.1 to 8.7). */
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours } from '#domain/cairo'
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
  rows,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import { tryBook } from './lesson-fixtures.ts'
import { buyPlan, type PlacedOrder, payReportedFromAllSides, withGateways } from './order-fixtures.ts'
import {
  countRows,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
  postingsOf,
  transactionOf,
} from './payment-fixtures.ts'

/** A Wednesday noon in Cairo: the weeks begin on Wednesdays at 05:00. */
const NOW = '2026-02-11T10:00:00Z'
const START = Date.parse(NOW)
const WEEK = hours(7 * 24)
const SECOND_WEEK = START - hours(7) + WEEK
const END = START + 4 * WEEK

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

const ownOf = async (student: Person) => {
  const as = await again(student)
  type Own = { remainingWeeklyMinutes: number; carriedMinutes: number; toppedUpMinutes: number }
  const own = await expectOk<Own>(callApi('GET', `/sub/user?userId=${student.id}`, { as }))
  return [own.remainingWeeklyMinutes, own.carriedMinutes, own.toppedUpMinutes]
}
const order = async (student: Person, planId: number, more: object = {}) =>
  callApi('POST', '/fawry/pay/ref-num', {
    as: await again(student),
    body: { planId, period: 'month', topUpMinutes: 30, ...more },
  })
const place = async (student: Person, planId: number, topUpMinutes = 30): Promise<PlacedOrder> => {
  const placed = await expectOk<PlacedOrder>(order(student, planId, { topUpMinutes }))
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

/** A student with a plan of 60 minutes a week that has just begun. */
async function subscribed() {
  const [student, planId] = await Promise.all([payingStudent(), newPlan()])
  const bought = await buyPlan(gateways, student, planId)
  return { student, planId, bought }
}

describe('a top-up', () => {
  it('adds its minutes to the running week once it is paid, and is posted as a payment', async () => {
    const { student, planId } = await subscribed()
    const placed = await place(student, planId, 60)
    expect(await ownOf(student)).toEqual([60, 0, 0])
    await pay(placed)
    expect(await ownOf(student)).toEqual([120, 0, 60])
    expect(await postingsOf('payment', placed.transactionId)).toMatchObject({ sales: 19_000 })
    expect(await countRows('subscriptions WHERE user_id = ? AND period <> 3', student.id)).toBe(1)
    const { list } = await expectOk<{ list: { kind: string; minutes: number }[] }>(
      callApi('GET', `/student/${student.id}/minutes`, { as: await again(student) }),
    )
    expect(list[0]).toMatchObject({ kind: 'top-up', minutes: 60, balance: 120 })
    expect(await expectOk(callApi('GET', `/tx/${placed.transactionId}`, { as: student }))).toMatchObject({
      topUpMinutes: 60,
      amount: 19_000,
    })
    await isProven()
  })

  it('can be bought for a plan that is sold no more, which its own student reads', async () => {
    const { student, planId } = await subscribed()
    await run('UPDATE plans SET active = 0 WHERE id = ?', planId)
    const read = (as: Person) => outcome(callApi('GET', `/plan/${planId}`, { as }))
    expect([await read(student), await read(await payingStudent())]).toEqual(['ok', 'plan-not-found'])
    expect(await outcome(order(student, planId))).toBe('ok')
  })

  it('is spent last, lasts until the end of the next week, and no longer, also where nothing else is carried', async () => {
    const { student, planId } = await subscribed()
    await pay(await place(student, planId))
    const tutor = await onboardedTutor()
    const slot = { id: await insertSlot(tutor, START, START + WEEK) }
    expect(await tryBook(student, { tutor, slot, start: START + hours(24) })).toBe('ok')
    expect(await ownOf(student)).toEqual([60, 0, 30])
    setNow(SECOND_WEEK)
    await triggerJob('renew-minutes')
    expect(await ownOf(student)).toEqual([90, 30, 0])
    setNow(SECOND_WEEK + WEEK)
    expect(await ownOf(student)).toEqual([60, 0, 0])
    await isProven()
  })

  it('comes into the next week beside what the plan carries over', async () => {
    const { student, planId, bought } = await subscribed()
    await run('UPDATE subscriptions SET carries_over = 1 WHERE id = ?', bought.subscriptionId)
    await pay(await place(student, planId))
    setNow(SECOND_WEEK)
    expect(await ownOf(student)).toEqual([150, 90, 0])
    await isProven()
  })

  it('is paid at the second provider, too', async () => {
    const { student, planId } = await subscribed()
    const body = { planId, planPeriod: 0, paymentMethod: 0, topUpMinutes: 30 }
    await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: student, body }))
    const { id, provider_order_id } = await lastTransactionOf(student)
    await gateways.act('paymob', provider_order_id ?? '', 'pay')
    await gateways.deliverAll()
    expect((await transactionOf(id)).status).toBe(1)
    expect(await ownOf(student)).toEqual([90, 0, 30])
    await isProven()
  })

  it('is refused without a running plan, for another one, with a coupon, unsold, and beside an open order', async () => {
    const [newcomer, { student, planId }] = [await payingStudent(), await subscribed()]
    expect(await outcome(order(newcomer, planId))).toBe('subscription-required')
    expect(await outcome(order(student, await newPlan()))).toBe('plan-not-found')
    expect(await outcome(order(student, planId, { couponCode: 'SUMMER' }))).toBe('coupon-not-found')
    expect(await outcome(order(student, planId, { topUpMinutes: 45 }))).toBe('bad-request')
    const admin = await newAdmin()
    const price = (value: number) => callApi('PUT', '/settings/topUpPrice30', { as: admin, body: { value } })
    await expectOk(price(0))
    expect(await outcome(order(student, planId))).toBe('plan-not-found')
    expect(await outcome(price(-1))).toBe('bad-request')
    await expectOk(price(12_300))
    await place(student, planId)
    expect((await lastTransactionOf(student)).amount).toBe(12_300)
    expect(await outcome(order(student, planId))).toBe('illegal')
    await expectOk(price(10_000))
  })

  it('is ordered once from two tabs at the same moment', async () => {
    const { student, planId } = await subscribed()
    const answers = await Promise.all([1, 2, 3].map(() => outcome(order(student, planId))))
    expect(answers.toSorted()).toEqual(['illegal', 'illegal', 'ok'])
    await gateways.deliverAll()
  })

  it('brings its minutes once, however often and from however many sides it is reported', async () => {
    const { student, planId } = await subscribed()
    const placed = await place(student, planId)
    await payReportedFromAllSides(gateways, placed)
    expect(await entriesOf(placed)).toEqual([30])
    expect(await ownOf(student)).toEqual([90, 0, 30])
    await isProven()
  })

  it('goes back by itself when it is paid after the plan has ended', async () => {
    const { student, planId } = await subscribed()
    setNow(END - hours(1))
    const placed = await place(student, planId)
    setNow(END + hours(1))
    await pay(placed)
    await eventually(async () =>
      expect(await transactionOf(placed.transactionId)).toMatchObject({ status: 3, refunded_amount: 10_000 }),
    )
    expect(await entriesOf(placed)).toEqual([])
    await isProven()
  })
})

describe('money that goes back', () => {
  const refundWhole = async ({ referenceNumber }: PlacedOrder, amount: number) =>
    expectOk(
      callApi('POST', '/fawry/refund', {
        as: await again(await newAdmin()),
        body: { orderRefNum: String(referenceNumber), provider: 'fawry', refundAmount: amount },
      }),
    )

  it('of a whole top-up takes back what is left of its minutes, and leaves the plan', async () => {
    const { student, planId } = await subscribed()
    const placed = await place(student, planId)
    await pay(placed)
    await refundWhole(placed, 10_000)
    await gateways.deliverAll()
    expect(await entriesOf(placed)).toEqual([30, -30])
    expect(await ownOf(student)).toEqual([60, 0, 0])
    await isProven()
  })

  it('of the plan is less only by lessons that cost more than the top-ups', async () => {
    const { student, planId, bought } = await subscribed()
    await pay(await place(student, planId))
    const [tutor, admin] = await Promise.all([onboardedTutor(), newAdmin()])
    const refund = async () =>
      (
        await expectOk<{ refundAmount: number }>(
          callApi('GET', `/sub/${bought.subscriptionId}/refund`, { as: await again(admin) }),
        )
      ).refundAmount
    const taught = async (inHours: number) => {
      const id = await insertLesson({ tutor, student, start: START + hours(inHours), attended: true })
      await run(
        `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at) VALUES (?, ?, 'booking', -30, ?, ?)`,
        bought.subscriptionId,
        START - hours(7),
        id,
        START,
      )
      setNow(START + hours(inHours + 1))
    }
    expect(await refund()).toBe(PRICE)
    await taught(2)
    expect(await refund()).toBe(PRICE)
    await taught(4)
    expect(await refund()).toBe(PRICE - (15_000 - 10_000))
  })
})

it('the database takes no other minutes, student or plan than those of a paid order', async () => {
  const { student, planId, bought } = await subscribed()
  const placed = await place(student, planId)
  const other = await subscribed()
  const add = (minutes: number, subscription = bought.subscriptionId, tx = placed.transactionId) =>
    run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, tx_id, created_at) VALUES (?, ?, 'top-up', ?, ?, ?)`,
      subscription,
      START - hours(7),
      minutes,
      tx,
      START + 1,
    )
  await expect(add(30)).rejects.toThrow('subscription-required')
  await pay(placed)
  await expect(add(30)).rejects.toThrow('UNIQUE')
  await expect(add(60)).rejects.toThrow('subscription-required')
  await expect(add(30, other.bought.subscriptionId)).rejects.toThrow('subscription-required')
  await expect(add(30, bought.subscriptionId, bought.transactionId)).rejects.toThrow('subscription-required')
  await expect(add(-60)).rejects.toThrow('illegal')
  await expect(
    run(
      `INSERT INTO subscriptions (user_id, plan_id, tx_id, period, weekly_minutes, start, "end", created_at, updated_at) VALUES (?, ?, ?, 0, 60, ?, ?, 1, 1)`,
      student.id,
      planId,
      placed.transactionId,
      END + 1,
      END + 2,
    ),
  ).rejects.toThrow('illegal')
})
