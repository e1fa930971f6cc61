/** What two requests would do to money at once: each write is held, the other request runs, and the guard refuses. */
import { describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoices'
import { eventually } from '#tests/eventually'
import {
  callApi,
  expectOk,
  insertLesson,
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
import { decide, insertTaughtLessons, request } from './earning-fixtures.ts'
import { type Gateways, notify } from './gateways.ts'
import { attend, book, tryBook, tryCancel } from './lesson-fixtures.ts'
import { addCard, buyPlan, payWithoutNotification, placeReferenceOrder, withGateways } from './order-fixtures.ts'
import {
  accountBalance,
  activePlansOf,
  countRows,
  newPlan,
  PRICE,
  payingStudent,
  plansOf,
  transactionOf,
} from './payment-fixtures.ts'
import { NOTHING_LEFT, race } from './race.ts'
import { upload } from './uploads.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000
const at = (hours: number) => Date.parse(NOW) + hours * HOUR

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

const [APPROVED, REJECTED] = ['3', '4']
const statusOf = async (id: number) =>
  (await row<{ status: number }>('SELECT status FROM withdrawals WHERE id = ?', id))?.status
const endsOf = (id: number) =>
  countRows(`journal_entries WHERE fact_id = ? AND fact_kind IN ('payout', 'withdrawal-return')`, id)

/** A tutor with 150 EGP, all of it requested. */
async function requestedWithdrawal() {
  const tutor = await onboardedTutor()
  await insertTaughtLessons(tutor, 2)
  const { id } = await expectOk<Invoice>(request(tutor, 15_000))
  return { tutor, id }
}

/** What an admin says of a new coupon of ten percent. */
const couponOf = (planId: number, code: string) => ({
  code,
  planId,
  monthDiscount: 10,
  quarterDiscount: 10,
  yearDiscount: 10,
  expiresAt: new Date(at(24)).toISOString(),
})

describe('two requests of one tutor for a withdrawal', () => {
  it('take no more than the balance', async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 2)
    const answer = await race({
      write: 'withdrawals/create:create',
      refusedBy: 'invoice-max-amount-exceeded',
      slow: () => outcome(request(tutor, 10_000)),
      fast: () => expectOk(request(tutor, 10_000)),
    })
    expect(answer).toBe('invoice-max-amount-exceeded')
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(5_000)
    expect(await countRows('withdrawals WHERE user_id = ?', tutor.id)).toBe(1)
  })
})

describe('two admins decide one withdrawal', () => {
  it('that both approve: it is paid out once', async () => {
    const [{ id }, adel, dina] = await Promise.all([requestedWithdrawal(), newAdmin(), newAdmin()])
    const answer = await race({
      write: 'withdrawals/update:update',
      refusedBy: 'withdrawal-changed',
      slow: () => outcome(decide(adel, id, { status: APPROVED })),
      fast: () => expectOk(decide(dina, id, { status: APPROVED })),
    })
    expect(answer).toBe('illegal-invoice-update')
    expect([await endsOf(id), await statusOf(id)]).toEqual([1, 3])
  })

  it('one approves what the other rejects: the money goes one way', async () => {
    const [{ tutor, id }, adel, dina] = await Promise.all([requestedWithdrawal(), newAdmin(), newAdmin()])
    const answer = await race({
      write: 'withdrawals/update:update',
      refusedBy: 'withdrawal-changed',
      slow: () => outcome(decide(adel, id, { status: APPROVED })),
      fast: () => expectOk(decide(dina, id, { status: REJECTED })),
    })
    expect(answer).toBe('illegal-invoice-update')
    expect([await endsOf(id), await statusOf(id)]).toEqual([1, 4])
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(15_000)
  })
})

describe('a payment file', () => {
  const makeFile = (as: Person, ids: number[]) => callApi('POST', '/invoice/payment-file', { as, body: { ids } })
  const pay = (as: Person, id: number) => upload('PUT', `/invoice/payment-file/${id}/paid`, as, {})
  const drop = (as: Person, id: number) => callApi('PUT', `/invoice/payment-file/${id}/dropped`, { as })

  /** Two withdrawals of 100 EGP each, which both wait. */
  async function twoWithdrawals() {
    const [tutor, adel, dina] = await Promise.all([onboardedTutor(), newAdmin(), newAdmin()])
    await insertTaughtLessons(tutor, 3)
    const ids = [
      (await expectOk<Invoice>(request(tutor, 10_000))).id,
      (await expectOk<Invoice>(request(tutor, 10_000))).id,
    ] as const
    return { tutor, adel, dina, ids }
  }

  async function madeFile() {
    const made = await twoWithdrawals()
    const { list } = await expectOk<{ list: { id: number }[] }>(makeFile(made.adel, [...made.ids]))
    return { ...made, fileId: list[0]?.id ?? 0 }
  }

  it('takes no withdrawal that another file has just taken', async () => {
    const { adel, dina, ids } = await twoWithdrawals()
    const answer = await race({
      write: 'withdrawals/create-payment-file:create',
      refusedBy: 'payment_file_items.withdrawal_id',
      slow: () => outcome(makeFile(adel, [...ids])),
      fast: () => expectOk(makeFile(dina, [ids[1]])),
    })
    expect(answer).toBe('invoice-in-payment-file')
    expect(await countRows('payment_file_items WHERE withdrawal_id IN (?, ?)', ...ids)).toBe(1)
  })

  it('takes no withdrawal that was decided just now', async () => {
    const { adel, dina, ids } = await twoWithdrawals()
    const answer = await race({
      write: 'withdrawals/create-payment-file:create',
      refusedBy: 'illegal-invoice-update',
      slow: () => outcome(makeFile(adel, [...ids])),
      fast: () => expectOk(decide(dina, ids[1], { status: APPROVED })),
    })
    expect(answer).toBe('illegal-invoice-update')
    expect(await countRows('payment_file_items WHERE withdrawal_id IN (?, ?)', ...ids)).toBe(0)
  })

  it('pays what still waits when one of its withdrawals is rejected meanwhile', async () => {
    const { adel, dina, ids, fileId } = await madeFile()
    const answer = await race({
      write: 'withdrawals/close-payment-file:pay',
      refusedBy: 'filed-withdrawal-changed',
      slow: () => expectOk(pay(adel, fileId)),
      fast: () => expectOk(decide(dina, ids[0], { status: REJECTED })),
    })
    expect(answer).toEqual({ count: 1, total: 10_000 })
    expect([await statusOf(ids[0]), await statusOf(ids[1])]).toEqual([4, 3])
    expect([await endsOf(ids[0]), await endsOf(ids[1])]).toEqual([1, 1])
  })

  it('is paid once by two admins', async () => {
    const { adel, dina, ids, fileId } = await madeFile()
    const answer = await race({
      write: 'withdrawals/close-payment-file:pay',
      refusedBy: 'illegal-invoice-update',
      slow: () => outcome(pay(adel, fileId)),
      fast: () => expectOk(pay(dina, fileId)),
    })
    expect(answer).toBe('illegal-invoice-update')
    expect([await endsOf(ids[0]), await endsOf(ids[1])]).toEqual([1, 1])
  })

  it('is not dropped after it was paid', async () => {
    const { adel, dina, ids, fileId } = await madeFile()
    const answer = await race({
      write: 'withdrawals/close-payment-file:drop',
      refusedBy: 'illegal-invoice-update',
      slow: () => outcome(drop(adel, fileId)),
      fast: () => expectOk(pay(dina, fileId)),
    })
    expect(answer).toBe('illegal-invoice-update')
    expect([await statusOf(ids[0]), await statusOf(ids[1])]).toEqual([3, 3])
  })
})

describe('an order', () => {
  const payBody = (planId: number, more: object = {}) => ({ planId, period: 'month', ...more })
  const place = (as: Person, planId: number, more: object = {}) =>
    callApi('POST', '/fawry/pay/ref-num', { as, body: payBody(planId, more) })

  it('is one when a student orders twice at once', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const answer = await race({
      write: 'payments/create-order:createOrder',
      refusedBy: 'order-open',
      slow: () => outcome(place(sara, planId)),
      fast: () => expectOk(place(sara, planId)),
    })
    expect(answer).toBe('illegal')
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(1)
  })

  it('is refused when another has just been paid', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const answer = await race({
      write: 'payments/create-order:createOrder',
      refusedBy: 'subscription-running',
      slow: () => outcome(place(sara, planId)),
      fast: () => buyPlan(gateways, sara, planId),
    })
    expect(answer).toBe('subscription-exists')
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(1)
  })

  it('takes the last use of a coupon once', async () => {
    const [sara, nour, planId, adel] = await Promise.all([payingStudent(), payingStudent(), newPlan(), newAdmin()])
    await expectOk(callApi('POST', '/coupon', { as: adel, body: { ...couponOf(planId, 'LAST-ONE'), maxUses: 1 } }))
    const answer = await race({
      write: 'payments/create-order:createOrder',
      refusedBy: 'illegal',
      slow: () => outcome(place(sara, planId, { couponCode: 'LAST-ONE' })),
      fast: () => expectOk(place(nour, planId, { couponCode: 'LAST-ONE' })),
    })
    expect(answer).toBe('expired-coupon-expire-date')
    expect(await row('SELECT used_count FROM coupons WHERE code = ?', 'LAST-ONE')).toEqual({ used_count: 1 })
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(0)
  })

  it('is paid once when its notification and a query report it at once', async () => {
    const [sara, planId, adel] = await Promise.all([payingStudent(), newPlan(), newAdmin()])
    const { transactionId, body } = await payWithoutNotification(gateways, sara, planId)
    const answer = await race({
      write: 'payments/apply-status:applyStatus',
      refusedBy: 'order-changed',
      slow: async () => (await notify('/fawry/payment-status', body)).status,
      fast: () => expectOk(callApi('POST', '/fawry/payment-status/sync', { as: adel, body: { transactionId } })),
    })
    expect(answer).toBe(200)
    expect(await countRows(`journal_entries WHERE fact_kind = 'payment' AND fact_id = ?`, transactionId)).toBe(1)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('that is paid late loses the last use of its coupon to another, and is given back', async () => {
    const [sara, nour, planId, adel] = await Promise.all([payingStudent(), payingStudent(), newPlan(), newAdmin()])
    const couponCode = 'COMES-LATE'
    await expectOk(callApi('POST', '/coupon', { as: adel, body: { ...couponOf(planId, couponCode), maxUses: 1 } }))
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId, couponCode })
    await expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    const notification = (await gateways.deliveries('fawry', referenceNumber)).at(-1)
    await race({
      write: 'payments/apply-status:applyStatus',
      refusedBy: 'illegal',
      slow: () => notify('/fawry/payment-status', JSON.parse(notification?.body ?? '{}')),
      fast: () => expectOk(place(nour, planId, { couponCode })),
    })
    await eventually(async () => expect((await transactionOf(transactionId)).status).toBe(3))
    expect(await activePlansOf(sara)).toEqual([])
    expect(await row('SELECT used_count FROM coupons WHERE code = ?', couponCode)).toEqual({ used_count: 1 })
  })

  it('whose refund ends the subscription returns the minutes once of a lesson that its student cancels', async () => {
    const [sara, planId, tutor, adel] = await Promise.all([payingStudent(), newPlan(), onboardedTutor(), newAdmin()])
    const { referenceNumber, subscriptionId } = await buyPlan(gateways, sara, planId)
    const lesson = await book(sara, { tutor, slot: await openSlot(tutor, at(48), 1), start: at(48) })
    const answer = await race({
      write: 'payments/apply-status:applyStatus',
      refusedBy: 'lesson-canceled',
      slow: () => outcome(refund(adel, String(referenceNumber), { refundAmount: PRICE })),
      fast: async () => expect(await tryCancel(sara, lesson)).toBe('ok'),
    })
    expect(answer).toBe('ok')
    expect(await countRows(`minute_entries WHERE subscription_id = ? AND kind = 'return'`, subscriptionId)).toBe(1)
    expect(await activePlansOf(sara)).toEqual([])
  })

  const refund = (as: Person, orderRefNum: string, more: object = {}) =>
    callApi('POST', '/fawry/refund', { as, body: { orderRefNum, refundAmount: 10_000, ...more } })

  it('is refunded once by two admins', async () => {
    const [sara, planId, adel, dina] = await Promise.all([payingStudent(), newPlan(), newAdmin(), newAdmin()])
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, planId)
    const order = String(referenceNumber)
    gateways.loseRequests((path) => path.includes('refund'))
    const answer = await race({
      write: 'payments/issue-refund:createRefunds',
      refusedBy: 'refunds.tx_id',
      slow: () => outcome(refund(adel, order)),
      fast: () => outcome(refund(dina, order)),
    })
    expect(answer).toBe('illegal')
    expect(await rows('SELECT amount, status FROM refunds WHERE tx_id = ?', transactionId)).toEqual([
      { amount: 10_000, status: 'pending' },
    ])
  })

  it('is refunded once that a query reports before the gateway’s answer is recorded', async () => {
    const [sara, planId, adel] = await Promise.all([payingStudent(), newPlan(), newAdmin()])
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, planId)
    const answer = await race({
      write: 'payments/apply-status:executeRefund',
      statement: /update "refunds" set "accepted_at"/i,
      refusedBy: NOTHING_LEFT,
      slow: () => outcome(refund(adel, String(referenceNumber))),
      fast: () => expectOk(callApi('POST', '/fawry/payment-status/sync', { as: adel, body: { transactionId } })),
    })
    expect(answer).toBe('ok')
    expect((await transactionOf(transactionId)).refunded_amount).toBe(10_000)
    expect(await countRows('refunds WHERE tx_id = ?', transactionId)).toBe(1)
  })

  it('is refunded in the books though an admin says of the refund under way that it was not made', async () => {
    const [sara, planId, adel, dina] = await Promise.all([payingStudent(), newPlan(), newAdmin(), newAdmin()])
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, planId)
    const order = String(referenceNumber)
    const answer = await race({
      write: 'payments/apply-status:applyStatus',
      refusedBy: 'refund-settled',
      slow: () => outcome(refund(adel, order, { refundAmount: PRICE })),
      fast: () => {
        setNow(Date.now() + HOUR)
        return expectOk(refund(dina, order, { refundAmount: PRICE, found: 'not-made' }))
      },
    })
    expect(answer).toBe('ok')
    expect((await transactionOf(transactionId)).refunded_amount).toBe(PRICE)
    expect(await countRows(`refunds WHERE tx_id = ? AND status = 'done'`, transactionId)).toBe(1)
  })

  it('is not refunded beyond its payment by two admins', async () => {
    const [sara, planId, adel, dina] = await Promise.all([payingStudent(), newPlan(), newAdmin(), newAdmin()])
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, planId)
    const order = String(referenceNumber)
    const answer = await race({
      write: 'payments/issue-refund:createRefunds',
      refusedBy: 'illegal',
      slow: () => outcome(refund(adel, order, { refundAmount: PRICE })),
      fast: () => expectOk(refund(dina, order)),
    })
    expect(answer).toBe('illegal')
    expect((await transactionOf(transactionId)).refunded_amount).toBe(10_000)
  })
})

describe('cancelling a subscription', () => {
  const cancel = (as: Person) => callApi('PATCH', '/sub/cancel', { as, body: {} })

  it('on two devices refunds it once', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const { transactionId } = await buyPlan(gateways, sara, planId)
    const answer = await race({
      write: 'subscriptions/cancel:cancel',
      statement: /insert into "refunds"/i,
      refusedBy: 'subscription-charged',
      slow: () => outcome(cancel(sara)),
      fast: () => expectOk(cancel(sara)),
    })
    expect(answer).toBe('subscription-not-found')
    expect((await transactionOf(transactionId)).refunded_amount).toBe(PRICE)
    expect(await countRows('refunds WHERE tx_id = ?', transactionId)).toBe(1)
  })

  it('cancels a lesson that is booked while a change of plan is undone, where the smaller weeks do not pay for it', async () => {
    const [sara, planId, larger, adel, omar] = await Promise.all([
      payingStudent(),
      newPlan(),
      newPlan({ weeklyMinutes: 120 }),
      newAdmin(),
      onboardedTutor(),
    ])
    const { subscriptionId } = await buyPlan(gateways, sara, planId)
    await run('UPDATE subscriptions SET max_upcoming_lessons = 8, booking_weeks = 4 WHERE id = ?', subscriptionId)
    await run('UPDATE plans SET base_monthly_price = ? WHERE id = ?', PRICE + 28_000, larger)
    const { referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: larger, changesPlan: true })
    await gateways.act('fawry', referenceNumber, 'pay')
    await gateways.deliverAll()
    const slot = await openSlot(omar, at(8 * 24), 8)
    const lesson = (hour: number) => tryBook(sara, { tutor: omar, slot, start: at(8 * 24 + hour) })
    for (const hour of [0, 1]) expect(await lesson(hour)).toBe('ok')
    const body = { orderRefNum: String(referenceNumber), provider: 'fawry', refundAmount: 28_000 }
    const answer = await race({
      write: 'payments/apply-status:applyStatus',
      statement: /update "plan_changes"/i,
      refusedBy: 'no-enough-minutes',
      slow: () => outcome(callApi('POST', '/fawry/refund', { as: adel, body })),
      fast: async () => expect(await lesson(2)).toBe('ok'),
    })
    expect(answer).toBe('ok')
    expect(await countRows('subscriptions WHERE id = ? AND weekly_minutes = 60', subscriptionId)).toBe(1)
    expect(await countRows('upcoming_lessons WHERE student_id = ?', sara.id)).toBe(2)
  })

  it('refunds no minutes that are given away while it decides', async () => {
    const [sara, planId, adel] = await Promise.all([payingStudent(), newPlan(), newAdmin()])
    const { transactionId } = await buyPlan(gateways, sara, planId)
    const given = { minutes: 30, reason: 'تعويض عن حصة' }
    const answer = await race({
      write: 'subscriptions/cancel:cancel',
      statement: /insert into "refunds"/i,
      refusedBy: 'subscription-charged',
      slow: () => outcome(cancel(sara)),
      fast: () => expectOk(callApi('POST', `/student/${sara.id}/minutes`, { as: adel, body: given })),
    })
    expect(answer).toBe('ok')
    expect(await countRows('refunds WHERE tx_id = ?', transactionId)).toBe(1)
    expect((await plansOf(sara))[0]?.terminated_at).toBe(at(0))
  })

  it('keeps staff from giving it minutes', async () => {
    const [sara, planId, adel] = await Promise.all([payingStudent(), newPlan(), newAdmin()])
    const { subscriptionId } = await buyPlan(gateways, sara, planId)
    const given = { minutes: 30, reason: 'تعويض عن حصة' }
    const answer = await race({
      write: 'subscriptions/give-minutes:give',
      refusedBy: 'subscription-required',
      slow: () => outcome(callApi('POST', `/student/${sara.id}/minutes`, { as: adel, body: given })),
      fast: () => expectOk(cancel(sara)),
    })
    expect(answer).toBe('subscription-required')
    expect(await countRows(`minute_entries WHERE subscription_id = ? AND kind = 'adjustment'`, subscriptionId)).toBe(0)
  })
})

describe('minutes that staff gave', () => {
  it('are taken back once by two admins', async () => {
    const [sara, planId, adel, dina] = await Promise.all([payingStudent(), newPlan(), newAdmin(), newAdmin()])
    const { subscriptionId } = await buyPlan(gateways, sara, planId)
    const { entryId } = await expectOk<{ entryId: number }>(
      callApi('POST', `/student/${sara.id}/minutes`, { as: adel, body: { minutes: 30, reason: 'تعويض' } }),
    )
    const takeBack = (as: Person) => callApi('DELETE', `/student/${sara.id}/minutes/${entryId}`, { as })
    const answer = await race({
      write: 'subscriptions/give-minutes:takeAway',
      refusedBy: 'minute_entries.reverses',
      slow: () => outcome(takeBack(adel)),
      fast: () => expectOk(takeBack(dina)),
    })
    expect(answer).toBe('illegal')
    expect(await row('SELECT SUM(minutes) AS n FROM minute_entries WHERE subscription_id = ?', subscriptionId)).toEqual(
      { n: 60 },
    )
  })
})

describe('the settlement of a lesson', () => {
  /** A lesson that has ended and is not posted, of 75 EGP. */
  async function endedLesson(attended = true) {
    const [tutor, sara, adel, dina] = await Promise.all([onboardedTutor(), payingStudent(), newAdmin(), newAdmin()])
    const lessonId = await insertLesson({ tutor, student: sara, start: at(-3), attended })
    return { tutor, sara, adel, dina, lessonId }
  }
  const settle = () => triggerJob('settle-lessons')
  const settlement = { write: 'withdrawals/ledger-store:settleLessons', statement: /insert into "journal_entries"/i }

  it('posts nothing for one that was canceled meanwhile', async () => {
    const { tutor, sara, lessonId } = await endedLesson()
    await race({
      ...settlement,
      refusedBy: NOTHING_LEFT,
      slow: settle,
      fast: () => run('UPDATE lessons SET canceled_at = ?, canceled_by = ? WHERE id = ?', at(-3), sara.id, lessonId),
    })
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
  })

  it('posts the price that holds when the lesson is re-priced meanwhile', async () => {
    const { tutor, lessonId } = await endedLesson()
    await race({
      ...settlement,
      refusedBy: NOTHING_LEFT,
      slow: settle,
      fast: () => run('UPDATE lessons SET price = 5000 WHERE id = ?', lessonId),
    })
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
    await settle()
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(5_000)
  })

  it('posts a lesson once that another settlement has just posted', async () => {
    const { tutor } = await endedLesson()
    await race({ ...settlement, refusedBy: NOTHING_LEFT, slow: settle, fast: settle })
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(7_500)
  })

  const [HELD, TUTOR_ABSENT] = [1, 3]
  const decideLesson = (as: Person, lessonId: number, decision: number) =>
    callApi('POST', `/lesson/${lessonId}/decision`, { as, body: { outcome: decision, reason: 'حسب سجل الحضور' } })

  it('takes the pay back once when two admins decide the lesson', async () => {
    const { tutor, adel, dina, lessonId } = await endedLesson()
    await settle()
    const answer = await race({
      write: 'lessons/decide:decide',
      statement: /insert into "lesson_decisions"/i,
      refusedBy: 'lesson_decisions.lesson_id, lesson_decisions.revision',
      slow: () => outcome(decideLesson(adel, lessonId, TUTOR_ABSENT)),
      fast: () => expectOk(decideLesson(dina, lessonId, TUTOR_ABSENT)),
    })
    expect(answer).toBe('lesson-already-decided')
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
    expect(await countRows('lesson_decisions WHERE lesson_id = ?', lessonId)).toBe(1)
  })

  it('takes back the pay that another decision has just released', async () => {
    const { tutor, adel, dina, lessonId } = await endedLesson(false)
    await settle()
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
    const answer = await race({
      write: 'lessons/decide:decide',
      statement: /insert into "lesson_decisions"/i,
      refusedBy: 'lesson-credited',
      slow: () => outcome(decideLesson(adel, lessonId, TUTOR_ABSENT)),
      fast: async () => {
        expect(await outcome(decideLesson(dina, lessonId, HELD))).toBe('ok')
        expect(await accountBalance(`tutor:${tutor.id}`)).toBe(7_500)
      },
    })
    expect(answer).toBe('ok')
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
    expect(await countRows('lesson_decisions WHERE lesson_id = ?', lessonId)).toBe(2)
  })

  it('leaves a lesson to staff who decide it while its record does', async () => {
    const { sara, adel, lessonId } = await endedLesson(false)
    await attend(sara, { id: lessonId }, at(-3), at(-2.5))
    await race({
      write: 'withdrawals/ledger-store:decideAbsences',
      statement: /insert into "lesson_decisions"/i,
      refusedBy: 'lesson_decisions.lesson_id, lesson_decisions.revision',
      slow: settle,
      fast: async () => {
        // The clock is not moved: staff decide what the settlement is about to decide.
        await run(
          `INSERT INTO lesson_decisions (lesson_id, revision, outcome, reason, returned_minutes, earning, decided_by, created_at)
           VALUES (?, 0, ?, 'حضرت', 0, 0, ?, ?)`,
          lessonId,
          HELD,
          adel.id,
          at(0),
        )
      },
    })
    expect(await countRows('lesson_decisions WHERE lesson_id = ?', lessonId)).toBe(1)
  })
})

describe('a coupon', () => {
  it('has a code of its own, also when two admins choose one at once', async () => {
    const [planId, adel, dina] = await Promise.all([newPlan(), newAdmin(), newAdmin()])
    const create = (as: Person) => callApi('POST', '/coupon', { as, body: couponOf(planId, 'RAMADAN-27') })
    const answer = await race({
      write: 'plans/write-coupon:refuseTaken',
      refusedBy: 'coupons.code',
      slow: () => outcome(create(adel)),
      fast: () => expectOk(create(dina)),
    })
    expect(answer).toBe('illegal')
    expect(await countRows('coupons WHERE code = ?', 'RAMADAN-27')).toBe(1)
  })
})

describe('renewal by card', () => {
  const switchOn = (as: Person, cardToken: string) =>
    callApi('PUT', '/user/current/card-renewal', { as, body: { cardToken } })

  it('is not switched on for a plan that is cancelled meanwhile', async () => {
    const [student, planId] = [await payingStudent(), await newPlan()]
    await buyPlan(gateways, student, planId)
    const cardToken = await addCard(gateways, student)
    const answer = await race({
      write: 'card-renewals/card-renewal:switchOn',
      refusedBy: 'subscription-required',
      slow: () => outcome(switchOn(student, cardToken)),
      fast: () => expectOk(callApi('PATCH', '/sub/cancel', { as: student, body: {} })),
    })
    expect(answer).toBe('subscription-required')
    expect(await countRows('card_renewals WHERE user_id = ?', student.id)).toBe(0)
  })
})
