/** The period after a plan, paid before the plan ends (docs/rules/minutes.md 6.1 to 6.6). */
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { eventually } from '#tests/eventually'
import {
  again,
  bindings,
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import { type Gateways, notify } from './gateways.ts'
import { book, iso, tryBook, tryMove } from './lesson-fixtures.ts'
import {
  buyPlan,
  payCheckoutWithoutCallback,
  payWithoutNotification,
  placeReferenceOrder,
  sweepAt,
  withGateways,
} from './order-fixtures.ts'
import { countRows, newPlan, PRICE, payingStudent, plansOf, postingsOf, transactionOf } from './payment-fixtures.ts'
import { race } from './race.ts'

/** Ten days before the end the clocks have gone forward: 13:00 is an hour earlier than at the start. */
const NOW = '2026-04-15T11:00:00Z'
const END = Date.parse('2026-05-13T10:00:00Z')
const OPENS = Date.parse('2026-05-03T10:00:00Z')
const DAY = hours(24)

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

type Own = {
  info: { id: number; extendedBy: number | null } | null
  waiting: { id: number; start: string; end: string; planId: number } | null
  remainingWeeklyMinutes: number
  weeks: { start: string; end: string; remainingMinutes: number }[]
}
const ownOf = async (student: Person) =>
  expectOk<Own>(callApi('GET', `/sub/user?userId=${student.id}`, { as: await again(student) }))
const order = async (student: Person, planId: number) =>
  callApi('POST', '/fawry/pay/ref-num', { as: await again(student), body: { planId, period: 'month' } })
const cancel = async (as: Person, body: object = {}) => callApi('PATCH', '/sub/cancel', { as: await again(as), body })
const isProven = async () => expect(await proveLedger(openDb(bindings.DB), Date.now())).toEqual([])

/** A student whose plan runs until `END`, at the moment from which the next period can be paid. */
async function renewable(more: { weeklyMinutes?: number } = {}) {
  setNow(NOW)
  const [bought, planId] = await Promise.all([payingStudent(), newPlan(more)])
  const first = await buyPlan(gateways, bought, planId)
  setNow(OPENS)
  return { student: await again(bought), planId, first }
}

/** The same with the next period paid. */
async function renewed(more: { weeklyMinutes?: number } = {}) {
  const { student, planId, first } = await renewable(more)
  const placed = await placeReferenceOrder(gateways, student, { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay')
  await gateways.deliverAll()
  const [, waiting] = await plansOf(student)
  if (!waiting) throw new Error('The next period was not opened')
  return { student, planId, first, placed, waiting }
}

const grantsOf = async (subscription: number) =>
  (
    await rows<{ week: number }>(
      `SELECT week FROM minute_entries WHERE subscription_id = ? AND kind = 'grant' ORDER BY week`,
      subscription,
    )
  ).map(({ week }) => iso(week))

describe('the next period', () => {
  it('can be ordered from ten days before the end, of any plan; before that the refusal says from which day', async () => {
    const { student, planId } = await renewable()
    setNow(OPENS - 1)
    const early = await order(student, planId)
    expect(early).toMatchObject({ status: 409, code: 'subscription-exists' })
    expect(early.body).toMatchObject({ message: 'the next period can be paid from 2026-05-03' })
    setNow(OPENS)
    expect(await outcome(order(student, await newPlan({ weeklyMinutes: 120 })))).toBe('ok')
  })

  it('begins where the running one ends, and grants nothing until then', async () => {
    const { student, planId, first, placed, waiting } = await renewed()
    expect(waiting).toMatchObject({ start: END, end: Date.parse('2026-06-10T10:00:00Z'), terminated_at: null })
    expect(await grantsOf(waiting.id)).toEqual([])
    const own = await ownOf(student)
    expect(own.info).toMatchObject({ id: first.subscriptionId, extendedBy: waiting.id })
    expect(own.waiting).toMatchObject({ id: waiting.id, planId, start: iso(END) })
    expect(await postingsOf('payment', placed.transactionId)).toMatchObject({ sales: PRICE })
    await isProven()
  })

  it('takes over at that instant, with one grant of its first week, by the job or by whoever reads first', async () => {
    const { student, first, waiting } = await renewed({ weeklyMinutes: 90 })
    for (const at of [END - 1, END, END + hours(1), END + hours(2)]) {
      setNow(at)
      await triggerJob('renew-minutes')
      const { info, remainingWeeklyMinutes } = await ownOf(student)
      expect(info?.id).toBe(at < END ? first.subscriptionId : waiting.id)
      expect(remainingWeeklyMinutes).toBe(90)
      expect(await grantsOf(waiting.id)).toEqual(at < END ? [] : ['2026-05-13T02:00:00.000Z'])
    }
    expect((await ownOf(student)).waiting).toBeNull()
    await isProven()
  })

  it('grants four weeks and no more, walked day by day with the one before it', async () => {
    const { student, first, waiting } = await renewed()
    for (let at = OPENS; at <= END + 29 * DAY; at += DAY) {
      setNow(at)
      await triggerJob('renew-minutes')
    }
    // The first day of the first period was granted with its payment; the job finds its last two weeks.
    expect((await grantsOf(first.subscriptionId)).length).toBe(3)
    expect(await grantsOf(waiting.id)).toHaveLength(4)
    expect((await ownOf(student)).info).toBeNull()
    await isProven()
  })

  it('begins at once when it is paid after the running one has ended', async () => {
    const { student, planId } = await renewable()
    setNow(END - hours(1))
    const placed = await placeReferenceOrder(gateways, await again(student), { planId })
    setNow(END + hours(1))
    await gateways.act('fawry', placed.referenceNumber, 'pay')
    await gateways.deliverAll()
    const [, next] = await plansOf(student)
    expect(next?.start).toBe(END + hours(1))
    expect(await grantsOf(next?.id ?? 0)).toHaveLength(1)
  })

  it('gives a plan one living subscription more only once it has begun', async () => {
    const { planId } = await renewed()
    const adel = await newAdmin()
    const living = async () =>
      (
        await expectOk<{ living: number }[]>(callApi('GET', `/plan/usage?ids=${planId}`, { as: await again(adel) }))
      ).map((one) => one.living)
    expect(await living()).toEqual([1])
    setNow(END + 1)
    expect(await living()).toEqual([1])
  })
})

describe('a second next period', () => {
  it('cannot be ordered', async () => {
    const { student, planId } = await renewed()
    expect(await outcome(order(student, planId))).toBe('subscription-exists')
    setNow(END - 1)
    expect(await outcome(order(student, planId))).toBe('subscription-exists')
  })

  it('is refused by the database, and so are minutes before it begins', async () => {
    const { student, waiting } = await renewed()
    const now = Date.now()
    const insert = (start: number) =>
      run(
        `INSERT INTO subscriptions (user_id, plan_id, tx_id, period, weekly_minutes, start, "end", created_at, updated_at)
         SELECT user_id, plan_id, (SELECT MAX(id) + 1 FROM transactions), period, weekly_minutes, ?, ?, ?, ? FROM subscriptions WHERE id = ?`,
        start,
        start + 28 * DAY,
        now,
        now,
        waiting.id,
      )
    for (const start of [waiting.end, waiting.end + DAY])
      await expect(insert(start)).rejects.toThrow('subscription-exists')
    await run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', now, waiting.id)
    await expect(insert(END + DAY)).rejects.toThrow('subscription-exists')
    const grant = run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'grant', 60, ?)`,
      waiting.id,
      END,
      now,
    )
    await expect(grant).rejects.toThrow('subscription-required')
    expect(await plansOf(student)).toHaveLength(2)
  })

  it('that is paid late at the number of an expired order goes back by itself', async () => {
    const { student, planId } = await renewable()
    const late = await placeReferenceOrder(gateways, student, { planId })
    await sweepAt(OPENS + hours(25))
    const paid = await placeReferenceOrder(gateways, await again(student), { planId })
    await gateways.act('fawry', paid.referenceNumber, 'pay')
    await gateways.deliverAll()
    await gateways.act('fawry', late.referenceNumber, 'pay')
    await gateways.deliverAll()
    await eventually(async () =>
      expect(await transactionOf(late.transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE }),
    )
    expect(await row('SELECT reason FROM refunds WHERE tx_id = ?', late.transactionId)).toEqual({
      reason: 'paid-twice',
    })
    expect(await plansOf(student)).toHaveLength(2)
    await isProven()
  })

  it('that another provider reports while the first is being recorded goes back by itself', async () => {
    const { student, planId } = await renewable()
    const fawry = await payWithoutNotification(gateways, student, planId)
    await sweepAt(OPENS + minutes(1))
    await run('UPDATE transactions SET status = 4 WHERE id = ?', fawry.transactionId)
    const paymob = await payCheckoutWithoutCallback(gateways, await again(student), planId)
    await race({
      write: 'payments/apply-status:applyStatus',
      refusedBy: 'subscription-exists',
      slow: () => notify('/fawry/payment-status', fawry.body),
      fast: () => gateways.send('paymob', paymob.callback.id),
    })
    await gateways.deliverAll()
    expect(await plansOf(student)).toHaveLength(2)
    await eventually(async () =>
      expect(await transactionOf(fawry.transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE }),
    )
    expect(await transactionOf(paymob.transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
    await isProven()
  })

  it('is no order’s that was made before the last ten days, however late it is paid', async () => {
    const [student, planId] = await Promise.all([payingStudent(), newPlan()])
    const old = await payWithoutNotification(gateways, student, planId)
    await run('UPDATE transactions SET status = 4 WHERE id = ?', old.transactionId)
    await buyPlan(gateways, student, planId)
    setNow(OPENS + DAY)
    await notify('/fawry/payment-status', old.body)
    await gateways.deliverAll()
    expect(await plansOf(student)).toHaveLength(1)
    await eventually(async () =>
      expect(await transactionOf(old.transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE }),
    )
  })
})

describe('two orders for the next period at once', () => {
  it('are one', async () => {
    const { student, planId } = await renewable()
    const answers = await Promise.all(Array.from({ length: 6 }, () => outcome(order(student, planId))))
    expect(answers.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'illegal'), 'ok'])
  })

  it('are refused once the first has been paid meanwhile', async () => {
    const { student, planId } = await renewable()
    const answer = await race({
      write: 'payments/create-order:createOrder',
      refusedBy: 'subscription-running',
      slow: () => outcome(order(student, planId)),
      fast: () => buyPlan(gateways, student, planId),
    })
    expect(answer).toBe('subscription-exists')
    expect(await plansOf(student)).toHaveLength(2)
  })
})

describe('lessons of the next period', () => {
  /** The running plan allows three lessons within two weeks, and is in its last week. */
  async function lastDays() {
    const fixture = await renewed()
    setNow(END - DAY)
    await run(
      'UPDATE subscriptions SET max_upcoming_lessons = 3, booking_weeks = 2 WHERE id = ?',
      fixture.first.subscriptionId,
    )
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, END - hours(2), 6)
    return { ...fixture, student: await again(fixture.student), tutor, slot }
  }
  const paidBy = async (lesson: { id: number }) =>
    (
      await row<{ payer: number }>(
        `SELECT subscription_id AS payer FROM minute_entries WHERE lesson_id = ? AND kind = 'booking' ORDER BY revision DESC`,
        lesson.id,
      )
    )?.payer

  it('are booked before it begins and paid from its first week, to the minute at which the old one ends', async () => {
    const { student, tutor, slot, first, waiting } = await lastDays()
    const before = await book(student, { tutor, slot, start: END - minutes(30) })
    expect(await tryBook(student, { tutor, slot, start: END - minutes(15) })).toBe('busy-tutor')
    const after = await book(student, { tutor, slot, start: END })
    expect([await paidBy(before), await paidBy(after)]).toEqual([first.subscriptionId, waiting.id])
    expect((await ownOf(student)).weeks.map(({ remainingMinutes }) => remainingMinutes)).toEqual([30, 30])
    await isProven()
    setNow(END)
    expect((await ownOf(student)).remainingWeeklyMinutes).toBe(30)
    await isProven()
  })

  it('can be booked on the day of the change, whose week began at five', async () => {
    const { student, tutor, slot, waiting } = await lastDays()
    setNow(END - hours(3))
    const lesson = await book(await again(student), { tutor, slot, start: END + minutes(30) })
    expect(await paidBy(lesson)).toBe(waiting.id)
  })

  it('move between the two, each paid from its own', async () => {
    const { student, tutor, slot, first, waiting } = await lastDays()
    const lesson = await book(student, { tutor, slot, start: END - hours(1) })
    expect(await tryMove(student, { lesson, slot, start: END + hours(1) })).toBe('ok')
    expect(await paidBy(lesson)).toBe(waiting.id)
    expect(await tryMove(student, { lesson, slot, start: END - minutes(30) })).toBe('ok')
    expect(await paidBy(lesson)).toBe(first.subscriptionId)
    expect((await ownOf(student)).weeks.map(({ remainingMinutes }) => remainingMinutes)).toEqual([30, 60])
  })

  it('need its minutes, and no more than the running one allows', async () => {
    const { student, tutor, slot } = await lastDays()
    for (const start of [END, END + minutes(30)]) await book(student, { tutor, slot, start })
    expect(await tryBook(student, { tutor, slot, start: END + hours(1) })).toBe('no-enough-minutes')
    await book(student, { tutor, slot, start: END - hours(1) })
    expect(await tryBook(student, { tutor, slot, start: END - minutes(30) })).toBe('reached-booking-limit')
  })

  it('cannot be booked where none waits', async () => {
    const { student } = await renewable()
    setNow(END - DAY)
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, END, 2)
    expect(await tryBook(await again(student), { tutor, slot, start: END })).toBe('week-boundaries-violation')
  })

  it('are cancelled with it, and those of the running one are not', async () => {
    const { student, tutor, slot, waiting, placed } = await lastDays()
    const mine = await book(student, { tutor, slot, start: END - hours(1) })
    const next = await book(student, { tutor, slot, start: END + hours(1) })
    expect(await expectOk(cancel(student, { id: waiting.id }))).toEqual({ refundAmount: PRICE })
    await gateways.deliverAll()
    const isCanceled = async ({ id }: { id: number }) =>
      countRows('lessons WHERE id = ? AND canceled_at IS NOT NULL', id)
    expect([await isCanceled(mine), await isCanceled(next)]).toEqual([0, 1])
    expect(await transactionOf(placed.transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    await isProven()
  })
})

describe('cancelling around the next period', () => {
  it('gives all of it back before it begins, after which another can be ordered', async () => {
    const { student, planId, first, waiting } = await renewed()
    expect(await expectOk(cancel(student, { id: waiting.id }))).toEqual({ refundAmount: PRICE })
    expect(await expectOk(cancel(student, { id: waiting.id }))).toBeUndefined()
    const own = await ownOf(student)
    expect(own).toMatchObject({ info: { id: first.subscriptionId, extendedBy: null }, waiting: null })
    expect(await outcome(order(student, planId))).toBe('ok')
  })

  it('names nothing else of one’s own, nor another’s', async () => {
    const { student, first, waiting } = await renewed()
    const other = await renewed()
    expect(await outcome(cancel(student, { id: first.subscriptionId }))).toBe('bad-request')
    expect(await outcome(cancel(student, { id: other.waiting.id }))).toBe('bad-request')
    setNow(END)
    expect(await outcome(cancel(student, { id: waiting.id }))).toBe('bad-request')
  })

  it('of the running one leaves it to begin on its day', async () => {
    const { student, planId, first, waiting } = await renewed()
    expect(await expectOk(cancel(student))).toEqual({ refundAmount: PRICE })
    expect(await ownOf(student)).toMatchObject({ info: null, waiting: { id: waiting.id, start: iso(END) } })
    expect(await outcome(order(student, planId))).toBe('subscription-exists')
    setNow(END)
    expect((await ownOf(student)).info).toMatchObject({ id: waiting.id })
    expect(await grantsOf(waiting.id)).toHaveLength(1)
    expect(await plansOf(student)).toMatchObject([
      { id: first.subscriptionId, terminated_at: OPENS },
      { terminated_at: null },
    ])
    await isProven()
  })

  it('of the running one while the next is paid lets that begin at once, whoever is first recorded', async () => {
    const { student, planId } = await renewable()
    const { body } = await payWithoutNotification(gateways, student, planId)
    await race({
      write: 'payments/apply-status:applyStatus',
      refusedBy: 'subscription-exists',
      slow: () => notify('/fawry/payment-status', body),
      fast: () => expectOk(cancel(student)),
    })
    await gateways.deliverAll()
    const [, next] = await plansOf(student)
    expect(next).toMatchObject({ start: OPENS, terminated_at: null })
    expect(await grantsOf(next?.id ?? 0)).toHaveLength(1)
    await isProven()
  })

  it('charges an ended one with the lessons of its own time alone', async () => {
    const { student, first } = await renewed()
    setNow(END + DAY)
    const adel = await newAdmin()
    expect(await expectOk(cancel(adel, { id: first.subscriptionId }))).toEqual({ refundAmount: PRICE })
    expect((await ownOf(student)).info).not.toBeNull()
  })
})

describe('students are told that the next period can be paid', () => {
  const told = (subscription: number) =>
    rows<{ channel: string; to: string }>(
      `SELECT channel, "to" FROM outbox WHERE template = 'plan_ends_soon' AND dedupe_key = ?`,
      `renewal:${subscription}`,
    )
  const remind = async (at: number) => {
    setNow(at)
    await triggerJob('send-reminders')
  }
  it('once more where a pause has moved the end since', async () => {
    const { student, id } = await ending()
    await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', id)
    await remind(OPENS)
    const pausing = { as: await again(student), body: { weeks: 1 } }
    await expectOk(callApi('POST', `/student/${student.id}/pauses`, pausing))
    await remind(OPENS + 7 * DAY - 1)
    const keys = () =>
      rows(`SELECT dedupe_key FROM outbox WHERE template = 'plan_ends_soon' AND dedupe_key LIKE ?`, `renewal:${id}%`)
    expect(await keys()).toHaveLength(1)
    await remind(OPENS + 7 * DAY)
    await remind(OPENS + 8 * DAY)
    expect(await keys()).toHaveLength(2)
  })

  /** Nothing was due when the job last ran. */
  async function ending() {
    const { student, planId, first } = await renewable()
    await run("DELETE FROM job_runs WHERE name = 'send-reminders'")
    await remind(OPENS - minutes(5))
    return { student, planId, id: first.subscriptionId }
  }

  it('once, by e-mail to whom WhatsApp does not reach', async () => {
    const { student, id } = await ending()
    expect(await told(id)).toEqual([])
    for (const at of [OPENS, OPENS + minutes(5), OPENS + hours(3)]) await remind(at)
    expect(await told(id)).toEqual([{ channel: 'email', to: student.email }])
  })

  it('by WhatsApp to whom it reaches, and by the next run after one that was missed', async () => {
    const { student, id } = await ending()
    await run("UPDATE users SET notification_method = 1, phone = '01055555555' WHERE id = ?", student.id)
    await remind(OPENS + hours(30))
    expect(await told(id)).toEqual([{ channel: 'whatsapp', to: '01055555555' }])
  })

  it('with the plan that was chosen for it, while that can be bought', async () => {
    const message = (subscription: number) =>
      row<{ template: string; params: string }>(
        'SELECT template, params FROM outbox WHERE dedupe_key = ?',
        `renewal:${subscription}`,
      )
    const choosing = async () => {
      const { student, id } = await ending()
      const planId = await newPlan({ weeklyMinutes: 103 })
      const body = { next: { planId, period: PlanPeriod.Quarter } }
      await expectOk(callApi('PUT', '/sub/next-plan', { as: await again(student), body }))
      return { id, planId }
    }
    const [kept, gone] = [await choosing(), await choosing()]
    await run('UPDATE plans SET active = 0 WHERE id = ?', gone.planId)
    await remind(OPENS)
    expect(await message(gone.id)).toMatchObject({ template: 'plan_ends_soon' })
    const told = await message(kept.id)
    expect(told).toMatchObject({ template: 'plan_ends_next_chosen' })
    expect(JSON.parse(told?.params ?? '')).toMatchObject({ plan: '١٠٣ دقايق في الأسبوع لمدة ٣ شهور' })
  })

  it('unless it is paid already, or the plan was cancelled', async () => {
    const [paid, canceled] = [await renewed(), await renewable()]
    await expectOk(cancel(canceled.student))
    await remind(OPENS - minutes(5))
    await remind(OPENS + minutes(5))
    expect([...(await told(paid.first.subscriptionId)), ...(await told(canceled.first.subscriptionId))]).toEqual([])
  })
})
