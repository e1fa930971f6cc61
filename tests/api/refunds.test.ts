import { describe, expect, it } from 'vitest'
import type { LessonWithMembers } from '#contract/lessons'
import type { Subscription } from '#contract/subscriptions'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { refundOnCancel } from '#domain/subscriptions/cancellation'
import {
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newSuperAdmin,
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
import { openUserSocket } from '../party/socket.ts'
import type { Gateways } from './gateways.ts'
import { buyPlan, payCheckoutWithoutCallback, payWithoutNotification, withGateways } from './order-fixtures.ts'
import {
  activePlansOf,
  countRows,
  newPlan,
  PRICE,
  payingStudent,
  plansOf,
  postingsOf,
  transactionOf,
} from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000
const at = (hours: number) => Date.parse(NOW) + hours * HOUR

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

describe('cancelling a subscription', () => {
  it('refunds what the lessons did not use, ends the subscription and cancels the upcoming lesson', async () => {
    const [sara, tutor, planId] = await Promise.all([payingStudent(), onboardedTutor(), newPlan()])
    const { transactionId, subscriptionId } = await buyPlan(gateways, sara, planId)
    const slots = [await openSlot(tutor, at(1), 4), await openSlot(tutor, at(29), 4)]
    const book = (slot: { id: number; start: string } | undefined) =>
      expectOk<{ id: number }>(
        callApi('POST', '/lesson/', {
          as: sara,
          body: { tutorId: tutor.id, slotId: slot?.id, start: slot?.start, duration: 30 },
        }),
      )
    const dina = await newAdmin()
    const announced = () => expectOk(callApi('GET', `/sub/${subscriptionId}/refund`, { as: dina }))
    await book(slots[0])
    setNow(at(4))
    expect(await announced()).toEqual({ refundAmount: PRICE - 7_500, upcomingLessons: 0, transactionId })
    const upcoming = await book(slots[1])
    expect(await announced()).toEqual({ refundAmount: PRICE - 7_500, upcomingLessons: 1, transactionId })
    const answer = await expectOk(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))
    expect(answer).toEqual({ refundAmount: PRICE - 7_500 })
    expect(await announced()).toEqual({ refundAmount: 0, upcomingLessons: 0, transactionId })
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: PRICE - 7_500 })
    expect(await plansOf(sara)).toMatchObject([{ terminated_at: at(4), terminated_by: sara.id }])
    const refund = await row<{ id: number; status: string }>(
      'SELECT id, status FROM refunds WHERE tx_id = ?',
      transactionId,
    )
    expect(refund?.status).toBe('done')
    expect(await postingsOf('refund', refund?.id ?? 0)).toEqual({ sales: 7_500 - PRICE, fawry: PRICE - 7_500 })
    expect(await row('SELECT canceled_by FROM lessons WHERE id = ?', upcoming.id)).toEqual({ canceled_by: sara.id })
    const [week] = await rows<{ minutes: number }>(
      'SELECT SUM(minutes) AS minutes FROM minute_entries WHERE subscription_id = ?',
      subscriptionId,
    )
    expect(week?.minutes).toBe(30)
    expect(await outcome(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('subscription-not-found')
  })

  it('is refused without the provider’s number of the order, and changes nothing', async () => {
    const sara = await payingStudent()
    const { transactionId } = await buyPlan(gateways, sara, await newPlan())
    await run('UPDATE transactions SET provider_ref_num = NULL WHERE id = ?', transactionId)
    expect(await outcome(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('bad-request')
    expect(await countRows('refunds WHERE tx_id = ?', transactionId)).toBe(0)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('refunds the amount that the web computes beforehand from what the student can read', async () => {
    const [sara, tutor, planId] = await Promise.all([payingStudent(), onboardedTutor(), newPlan()])
    await buyPlan(gateways, sara, planId)
    for (const hour of [1, 5]) {
      const slot = await openSlot(tutor, at(hour), 4)
      const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 30 }
      await expectOk(callApi('POST', '/lesson/', { as: sara, body }))
      setNow(at(hour + 2))
    }
    const { info } = await expectOk<{ info: Subscription }>(callApi('GET', `/sub/user?userId=${sara.id}`, { as: sara }))
    const payment = await expectOk<TransactionInDetail>(callApi('GET', `/tx/${info.txId}`, { as: sara }))
    const { list } = await expectOk<{ list: LessonWithMembers[] }>(
      callApi('GET', `/lesson/list/?users[]=${sara.id}&canceled=false&after=${info.start}&page=1&size=100`, {
        as: sara,
      }),
    )
    const lessons = list.map(({ lesson }) => ({
      ...lesson,
      price: lesson.price ?? 0,
      start: fromIso(lesson.start),
      canceledAt: null,
    }))
    const expected = refundOnCancel(payment, fromIso(info.start), lessons, at(7))
    expect(expected).toBe(PRICE - 2 * 7_500)
    expect(await expectOk(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toEqual({ refundAmount: expected })
  })

  it('refunds a payment that was imported into the gateway', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const { transactionId } = await buyPlan(gateways, sara, planId)
    const numbers = { referenceNumber: '970000001', merchantRefNumber: 'demo-1' }
    await run(
      'UPDATE transactions SET provider_ref_num = ?, merchant_ref_num = ? WHERE id = ?',
      numbers.referenceNumber,
      numbers.merchantRefNumber,
      transactionId,
    )
    const when = { createdAt: at(0), paidAt: at(0), expiresAt: at(24) }
    const paid = { customerProfileId: String(sara.id), customerName: 'سارة', method: 'PAYATFAWRY', amount: PRICE }
    await gateways.callConsole('POST', '/fawry/orders', [{ ...numbers, ...paid, ...when }])
    expect(await expectOk(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toEqual({ refundAmount: PRICE })
    expect(gateways.order(numbers.referenceNumber)).toMatchObject({ status: 'REFUNDED', refunded: PRICE })
  })

  it('requests one refund, however many cancellations are concurrent', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const { transactionId } = await buyPlan(gateways, sara, planId)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => outcome(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))),
    )
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(gateways.requestsTo('/ECommerceWeb/Fawry/payments/refund')).toHaveLength(1)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
  })

  it('is refused when the lessons used up the payment, and for a free trial', async () => {
    const [sara, tutor, planId] = await Promise.all([payingStudent(), onboardedTutor(), newPlan({ price: 7_500 })])
    expect(await outcome(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('transaction-not-found')
    await buyPlan(gateways, sara, planId)
    setNow(at(10))
    await insertLesson({ tutor, student: sara, start: at(8) })
    expect(await outcome(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('subscription-uncancellable')
  })

  it('takes no id from students, and requires one from both admins', async () => {
    const [sara, planId, adel, dina] = await Promise.all([payingStudent(), newPlan(), newSuperAdmin(), newAdmin()])
    const { subscriptionId: id } = await buyPlan(gateways, sara, planId)
    const cancel = (as: Person, body: object) => callApi('PATCH', '/sub/cancel', { as, body })
    expect(await outcome(cancel(sara, { id }))).toBe('bad-request')
    expect(await outcome(cancel(adel, {}))).toBe('bad-request')
    expect(await outcome(cancel(dina, {}))).toBe('bad-request')
    expect(await outcome(cancel(adel, { id: 999_999 }))).toBe('subscription-not-found')
    expect(await expectOk(cancel(dina, { id }))).toEqual({ refundAmount: PRICE })
    expect(await expectOk(cancel(adel, { id }))).toBeUndefined()
    expect(await countRows(`audit_entries WHERE act = 'subscription.cancel' AND target_id = ?`, id)).toBe(1)
  })

  it('changes nothing when the gateway refuses; without an answer the sweep finds out', async () => {
    const [sara, nour, planId] = await Promise.all([payingStudent(), payingStudent(), newPlan()])
    const cancel = (as: Person) => outcome(callApi('PATCH', '/sub/cancel', { as, body: {} }))
    const first = await buyPlan(gateways, sara, planId)
    await run(`UPDATE transactions SET provider_ref_num = 'unknown' WHERE id = ?`, first.transactionId)
    expect(await cancel(sara)).toBe('fawry-error')
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(await row('SELECT status FROM refunds WHERE tx_id = ?', first.transactionId)).toEqual({ status: 'failed' })

    const second = await buyPlan(gateways, nour, planId)
    gateways.loseRequests((path) => path.endsWith('/refund'))
    expect(await cancel(nour)).toBe('fawry-error')
    expect(await cancel(nour)).toBe('illegal')
    gateways.loseRequests(() => false)
    setNow(at(1))
    await triggerJob('sweep-payments')
    expect(await row('SELECT status FROM refunds WHERE tx_id = ?', second.transactionId)).toEqual({ status: 'failed' })
    expect(await cancel(nour)).toBe('ok')
    expect(await activePlansOf(nour)).toEqual([])
  })

  it('is completed by the sweep when the gateway refunded but its answer was lost', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const { transactionId } = await buyPlan(gateways, sara, planId)
    gateways.loseAnswers((path) => path.endsWith('/refund'))
    expect(await outcome(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('fawry-error')
    gateways.loseAnswers(() => false)
    expect(await activePlansOf(sara)).toHaveLength(1)
    setNow(at(1))
    await triggerJob('sweep-payments')
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await activePlansOf(sara)).toEqual([])
    expect(gateways.requestsTo('/ECommerceWeb/Fawry/payments/refund')).toHaveLength(1)
  })
})

describe('an admin’s refund', () => {
  it('refunds a part, or the rest, which ends the subscription', async () => {
    const [sara, planId, adel] = await Promise.all([payingStudent(), newPlan(), newAdmin()])
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, planId)
    const refund = (as: Person, refundAmount: number, orderRefNum = String(referenceNumber)) =>
      outcome(callApi('POST', '/fawry/refund', { as, body: { orderRefNum, refundAmount, reason: 'goodwill' } }))
    expect(await refund(sara, 100)).toBe('forbidden')
    expect(await refund(adel, 100, 'nobody')).toBe('transaction-not-found')
    expect(await refund(adel, PRICE + 1)).toBe('bad-request')
    expect(await refund(adel, 10_055)).toBe('ok')
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 10_055 })
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(await refund(adel, 50_001)).toBe('bad-request')
    expect(await refund(adel, 50_000)).toBe('ok')
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    // It ends because its payment was given back, not because somebody cancelled it.
    expect(await plansOf(sara)).toMatchObject([{ terminated_at: at(0), terminated_by: null }])
    expect(await countRows(`audit_entries WHERE act = 'fawry.refund' AND actor_id = ?`, adel.id)).toBe(2)
  })
})

describe('a subscription that ends', () => {
  const ends: Record<string, (sara: Person, orderRefNum: string) => Promise<unknown>> = {
    'by the student': (sara) => expectOk(callApi('PATCH', '/sub/cancel', { as: sara, body: {} })),
    'because all of its payment is given back': async (_, orderRefNum) =>
      callApi('POST', '/fawry/refund', { as: await newAdmin(), body: { orderRefNum, refundAmount: PRICE } }),
  }

  it.each(Object.keys(ends))('%s tells both members of the lesson that it takes away', async (how) => {
    const [sara, tutor, planId] = await Promise.all([payingStudent(), onboardedTutor(), newPlan()])
    const { referenceNumber } = await buyPlan(gateways, sara, planId)
    const slot = await openSlot(tutor, at(29), 4)
    const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 30 }
    const { id } = await expectOk<{ id: number }>(callApi('POST', '/lesson/', { as: sara, body }))
    const tabs = [await openUserSocket(sara), await openUserSocket(tutor)]
    await ends[how]?.(sara, String(referenceNumber))
    for (const tab of tabs) expect(await tab.receive('LessonCanceled')).toEqual([{ tutor: tutor.id, lesson: id }])
  })
})

describe('a refund whose answer was lost', () => {
  const isPaymobRefund = (path: string) => path.endsWith('/void_refund/refund')

  async function paidByPaymob() {
    const [sara, adel, planId] = await Promise.all([payingStudent(), newAdmin(), newPlan()])
    const { transactionId, callback } = await payCheckoutWithoutCallback(gateways, sara, planId)
    await gateways.send('paymob', callback.id)
    const orderRefNum = (await transactionOf(transactionId)).provider_ref_num ?? ''
    const refund = (refundAmount: number) =>
      outcome(callApi('POST', '/fawry/refund', { as: adel, body: { orderRefNum, refundAmount } }))
    return { transactionId, refund }
  }

  it('is looked up and never made twice, also a partial one at the provider that reports its refunded total', async () => {
    const { transactionId, refund } = await paidByPaymob()
    expect(await refund(10_000)).toBe('ok')
    gateways.loseAnswers(isPaymobRefund)
    expect(await refund(5_000)).toBe('service-unavailable')
    gateways.loseAnswers(() => false)
    expect(await refund(5_000)).toBe('illegal')
    setNow(at(1))
    await triggerJob('sweep-payments')
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 15_000 })
    expect(await countRows(`refunds WHERE tx_id = ? AND status = 'done'`, transactionId)).toBe(2)
    expect(gateways.requestsTo('/api/acceptance/void_refund/refund')).toHaveLength(2)
  })

  it('is found not to have been made when the request was lost, and can be requested again', async () => {
    const { transactionId, refund } = await paidByPaymob()
    expect(await refund(10_000)).toBe('ok')
    gateways.loseRequests(isPaymobRefund)
    expect(await refund(5_000)).toBe('service-unavailable')
    gateways.loseRequests(() => false)
    setNow(at(1))
    await triggerJob('sweep-payments')
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 10_000 })
    expect(await refund(5_000)).toBe('ok')
    expect(await transactionOf(transactionId)).toMatchObject({ refunded_amount: 15_000 })
  })
})

describe('a refund that only the gateway’s staff can confirm', () => {
  async function paidByNumber() {
    const [sara, adel, planId] = await Promise.all([payingStudent(), newAdmin(), newPlan()])
    const { transactionId, notification, referenceNumber } = await payWithoutNotification(gateways, sara, planId)
    await gateways.send('fawry', notification.id)
    const orderRefNum = String(referenceNumber)
    const refund = (refundAmount: number, found?: string) =>
      outcome(callApi('POST', '/fawry/refund', { as: adel, body: { orderRefNum, refundAmount, found } }))
    return { sara, transactionId, referenceNumber, refund }
  }

  it('is recorded with its amount by an admin, without refunding again', async () => {
    const { sara, transactionId, referenceNumber, refund } = await paidByNumber()
    expect(await refund(10_000, 'made')).toBe('bad-request')
    await gateways.act('fawry', referenceNumber, 'refund', { amount: 10_000 })
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 0 })
    expect([await refund(10_000, 'made'), await refund(PRICE, 'made')]).toEqual(['ok', 'bad-request'])
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 10_000 })
    const done = await row<{ id: number }>('SELECT id FROM refunds WHERE tx_id = ?', transactionId)
    expect(await postingsOf('refund', done?.id ?? 0)).toEqual({ sales: -10_000, fawry: 10_000 })
    expect(gateways.requestsTo('/ECommerceWeb/Fawry/payments/refund')).toEqual([])
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('is resolved by an admin as made or not, when the gateway does not report partial refunds', async () => {
    for (const found of ['made', 'not-made']) {
      const { transactionId, refund } = await paidByNumber()
      expect(await refund(10_000)).toBe('ok')
      const lose = found === 'made' ? gateways.loseAnswers : gateways.loseRequests
      lose((path) => path.endsWith('/refund'))
      expect(await refund(5_000)).toBe('fawry-error')
      lose(() => false)
      setNow(Date.now() + HOUR)
      await triggerJob('sweep-payments')
      expect(await countRows(`refunds WHERE tx_id = ? AND status = 'pending'`, transactionId)).toBe(1)
      expect(await refund(5_001, 'not-made')).toBe('bad-request')
      expect(await refund(5_000, found)).toBe('ok')
      const refunded_amount = found === 'made' ? 15_000 : 10_000
      expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount })
      expect(await countRows(`refunds WHERE tx_id = ? AND status = 'pending'`, transactionId)).toBe(0)
    }
  })
  it('is not given up before the gateway’s time to answer is over, since it may still be made', async () => {
    const { transactionId, referenceNumber, refund } = await paidByNumber()
    expect(await refund(10_000)).toBe('ok')
    gateways.loseRequests((path) => path.endsWith('/refund'))
    expect(await refund(5_000)).toBe('fawry-error')
    gateways.loseRequests(() => false)
    const asked = Date.now()
    setNow(asked + 5 * 60_000 - 1)
    expect(await refund(5_000, 'not-made')).toBe('illegal')
    const pending = () => rows(`SELECT amount FROM refunds WHERE tx_id = ? AND status = 'pending'`, transactionId)
    expect(await pending()).toEqual([{ amount: 5_000 }])
    await gateways.act('fawry', referenceNumber, 'refund', { amount: 5_000 })
    setNow(asked + 5 * 60_000)
    expect(await refund(5_000, 'made')).toBe('ok')
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 15_000 })
    expect(await pending()).toEqual([])

    gateways.loseRequests((path) => path.endsWith('/refund'))
    expect(await refund(2_000)).toBe('fawry-error')
    gateways.loseRequests(() => false)
    setNow(asked + 10 * 60_000)
    expect(await refund(2_000, 'not-made')).toBe('ok')
    expect(await pending()).toEqual([])
  })
})
