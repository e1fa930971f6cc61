import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { eventually } from '#tests/eventually'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import {
  addCard,
  payCheckoutWithoutCallback,
  payWithoutNotification,
  placeReferenceOrder,
  withGateways,
} from './order-fixtures.ts'
import {
  accountBalance,
  activePlansOf,
  countRows,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
  transactionOf,
} from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const DAY = 24 * 3_600_000
const REDUCED = 54_049

let gateways: Gateways
let plan: number
let adel: Person

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
  adel = await newAdmin()
})

type Coupon = { id: number; code: string; usedCount: number; maxUses: number | null; updatedAt: string }

/** A coupon of ten percent for the month, made by an admin. */
const newCoupon = (more: object = {}) =>
  expectOk<Coupon>(
    callApi('POST', '/coupon', {
      as: adel,
      body: {
        code: `C-${crypto.randomUUID().slice(0, 8)}`,
        planId: plan,
        monthDiscount: 10,
        quarterDiscount: 10,
        yearDiscount: 10,
        expiresAt: new Date(Date.now() + DAY).toISOString(),
        ...more,
      },
    }),
  )
const usesOf = async ({ id }: Coupon) => {
  const { usedCount, maxUses } = await expectOk<Coupon>(callApi('GET', `/coupon/${id}`, { as: adel }))
  return { usedCount, maxUses }
}
const order = (student: Person, coupon: Coupon) =>
  outcome(
    callApi('POST', '/fawry/pay/ref-num', {
      as: student,
      body: { planId: plan, period: 'month', couponCode: coupon.code },
    }),
  )
const place = (student: Person, coupon: Coupon) =>
  placeReferenceOrder(gateways, student, { planId: plan, couponCode: coupon.code })
const cancel = (student: Person, transactionId: number) =>
  expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: student, body: { transactionId } }))

describe('the limit of a coupon’s uses', () => {
  it('is set by admins, who alone see it, and refuses orders beyond it', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const coupon = await newCoupon({ maxUses: 1 })
    expect(coupon).toMatchObject({ maxUses: 1, usedCount: 0 })
    expect(await order(sara, coupon)).toBe('ok')
    expect(await usesOf(coupon)).toEqual({ usedCount: 1, maxUses: 1 })
    expect(await order(nour, coupon)).toBe('expired-coupon-expire-date')
    const seen = await expectOk<object>(callApi('GET', `/coupon/code/${coupon.code}`, { as: nour }))
    expect(seen).not.toHaveProperty('maxUses')
    expect(seen).not.toHaveProperty('usedCount')
    const edit = (body: object, version: string) =>
      callApi('PUT', `/coupon/${coupon.id}`, { as: adel, body, headers: { 'if-match': `"${version}"` } })
    const raised = await expectOk<Coupon>(edit({ maxUses: 2 }, coupon.updatedAt))
    expect(raised).toMatchObject({ maxUses: 2, usedCount: 1 })
    expect((await edit({ maxUses: 9 }, coupon.updatedAt)).code).toBe('version-conflict')
    expect(await order(nour, coupon)).toBe('ok')
    const open = await expectOk<Coupon>(edit({ maxUses: null }, raised.updatedAt))
    expect(open.maxUses).toBeNull()
    expect(await order(await payingStudent(), coupon)).toBe('ok')
  })

  it('is a whole number from 1', async () => {
    for (const maxUses of [0, -1, 1.5, '3', 1_000_001])
      expect(
        await outcome(
          callApi('POST', '/coupon', {
            as: adel,
            body: {
              code: 'LIMIT',
              planId: plan,
              monthDiscount: 10,
              quarterDiscount: 10,
              yearDiscount: 10,
              expiresAt: new Date(Date.now() + DAY).toISOString(),
              maxUses,
            },
          }),
        ),
      ).toBe('bad-request')
  })

  it('holds for orders at the same moment', async () => {
    const coupon = await newCoupon({ maxUses: 3 })
    const students = await Promise.all(Array.from({ length: 8 }, () => payingStudent()))
    const outcomes = await Promise.all(students.map((student) => order(student, coupon)))
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(3)
    expect(await usesOf(coupon)).toEqual({ usedCount: 3, maxUses: 3 })
  })
})

describe('an order with a coupon that is paid after it had ended', () => {
  it('takes its use of the coupon again', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const coupon = await newCoupon({ maxUses: 1 })
    const { transactionId, referenceNumber } = await place(sara, coupon)
    await cancel(sara, transactionId)
    expect(await usesOf(coupon)).toMatchObject({ usedCount: 0 })
    await gateways.act('fawry', referenceNumber, 'pay')
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, amount: REDUCED })
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(await usesOf(coupon)).toMatchObject({ usedCount: 1 })
    expect(await order(nour, coupon)).toBe('expired-coupon-expire-date')
  })

  it('is given back when others have used the coupon up meanwhile', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const coupon = await newCoupon({ maxUses: 1 })
    const first = await place(sara, coupon)
    await cancel(sara, first.transactionId)
    const second = await place(nour, coupon)
    await gateways.act('fawry', second.referenceNumber, 'pay')
    await gateways.act('fawry', first.referenceNumber, 'pay')
    await gateways.deliverAll()
    await eventually(async () =>
      expect(await transactionOf(first.transactionId)).toMatchObject({ status: 3, refunded_amount: REDUCED }),
    )
    expect([await activePlansOf(sara), await activePlansOf(nour)].map(({ length }) => length)).toEqual([0, 1])
    expect(await usesOf(coupon)).toEqual({ usedCount: 1, maxUses: 1 })
    expect(gateways.order(String(first.referenceNumber))?.status).toBe('REFUNDED')
    expect(await row('SELECT reason, status FROM refunds WHERE tx_id = ?', first.transactionId)).toEqual({
      reason: 'coupon-used-up',
      status: 'done',
    })
  })

  it('takes the last use once of two that are paid at the same moment', async () => {
    const students = await Promise.all([payingStudent(), payingStudent()])
    const coupon = await newCoupon({ maxUses: 2 })
    const placed = await Promise.all(students.map((student) => place(student, coupon)))
    await Promise.all(students.map((student, at) => cancel(student, placed[at]?.transactionId ?? 0)))
    await expectOk(callApi('PUT', `/coupon/${coupon.id}`, { as: adel, body: { maxUses: 1 } }))
    for (const { referenceNumber } of placed) await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    const notices = await Promise.all(
      placed.map(({ referenceNumber }) => gateways.deliveries('fawry', referenceNumber)),
    )
    await Promise.all(notices.map((own) => gateways.send('fawry', own.at(-1)?.id ?? 0, { times: 3 })))
    await eventually(async () => {
      const states = await Promise.all(placed.map(({ transactionId }) => transactionOf(transactionId)))
      expect(states.map(({ status }) => status).toSorted()).toEqual([1, 3])
    })
    expect(await usesOf(coupon)).toEqual({ usedCount: 1, maxUses: 1 })
    const plans = await Promise.all(students.map(activePlansOf))
    expect(plans.flat()).toHaveLength(1)
  })
})

/** The second payments of an order. */
const secondsOf = (transactionId: number) =>
  rows<{ id: number; status: number; refunded_amount: number; provider_ref_num: string }>(
    'SELECT * FROM transactions WHERE second_payment_of = ? ORDER BY id',
    transactionId,
  )

describe('a second payment of one order', () => {
  it('on the second provider’s page is given back by itself, and the plan goes on', async () => {
    const sara = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.send('paymob', callback.id)
    const before = await Promise.all([accountBalance('paymob'), accountBalance('sales')])
    await gateways.act('paymob', reference, 'pay-again', { deliver: false })
    const again = (await gateways.deliveries('paymob', reference)).at(-1)
    await gateways.send('paymob', again?.id ?? 0, { times: 20 })
    await eventually(async () =>
      expect(await secondsOf(transactionId)).toMatchObject([{ status: 3, refunded_amount: PRICE }]),
    )
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: transactionId }])
    expect(gateways.requestsTo('/api/acceptance/void_refund/refund')).toHaveLength(1)
    expect(await Promise.all([accountBalance('paymob'), accountBalance('sales')])).toEqual(before)
    expect((await expectOk<{ id: number }>(callApi('GET', '/tx/last', { as: sara }))).id).toBe(transactionId)
  })

  it('by a reference number is given back by itself, and the plan goes on', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber, notification } = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', notification.id)
    const again = await gateways.act('fawry', referenceNumber, 'pay-again')
    await gateways.deliverAll()
    await eventually(async () =>
      expect(await secondsOf(transactionId)).toMatchObject([
        { status: 3, refunded_amount: PRICE, provider_ref_num: again.referenceNumber },
      ]),
    )
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(gateways.order(String(referenceNumber))?.status).toBe('PAID')
  })

  it('and a third one are told apart by their numbers, and both are given back', async () => {
    const sara = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.send('paymob', callback.id)
    for (const payments of [1, 2]) {
      await gateways.act('paymob', reference, 'pay-again')
      await gateways.deliverAll()
      await eventually(async () => {
        const seconds = await secondsOf(transactionId)
        expect(seconds.map(({ status }) => status)).toEqual(Array(payments).fill(3))
      })
    }
    const numbers = (await secondsOf(transactionId)).map(({ provider_ref_num }) => provider_ref_num)
    expect(new Set(numbers).size).toBe(2)
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: transactionId }])
  })

  it('whose notice came first or at the same moment is one of two, and one of them is given back', async () => {
    const sara = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.act('paymob', reference, 'pay-again', { deliver: false })
    const again = (await gateways.deliveries('paymob', reference)).at(-1)
    await Promise.all([callback.id, again?.id ?? 0].map((id) => gateways.send('paymob', id, { times: 5 })))
    await eventually(async () => expect(await secondsOf(transactionId)).toMatchObject([{ status: 3 }]))
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(2)
  })

  it('whose notice was lost is found by a sync, and by the daily job', async () => {
    for (const find of ['sync', 'job']) {
      const sara = await payingStudent()
      const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
      await gateways.send('paymob', callback.id)
      await gateways.act('paymob', reference, 'pay-again', { deliver: false })
      if (find === 'sync')
        await expectOk(callApi('POST', '/fawry/payment-status/sync', { as: sara, body: { transactionId } }))
      else {
        setNow(Date.parse(NOW) + DAY + 1)
        await triggerJob('sweep-payments')
      }
      await eventually(async () => expect(await secondsOf(transactionId)).toMatchObject([{ status: 3 }]))
      setNow(Date.parse(NOW) + 3 * DAY)
      await triggerJob('sweep-payments')
      expect(await transactionOf(transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
      expect(await activePlansOf(sara)).toHaveLength(1)
      setNow(NOW)
    }
  })

  it('is found by the daily job where it is the first one whose notice was lost, and the second one came', async () => {
    const sara = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.act('paymob', reference, 'pay-again', { deliver: false })
    const again = (await gateways.deliveries('paymob', reference)).at(-1)
    await gateways.send('paymob', again?.id ?? 0)
    setNow(Date.parse(NOW) + DAY + 1)
    await triggerJob('sweep-payments')
    const lost = String((JSON.parse(callback.body) as { obj: { id: number } }).obj.id)
    await eventually(async () =>
      expect(await secondsOf(transactionId)).toMatchObject([{ status: 3, provider_ref_num: lost }]),
    )
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('by a card that Fawry reports before the first is known by its number, and is given back', async () => {
    const sara = await payingStudent()
    const body = { planId: plan, period: 'month', cardToken: await addCard(gateways, sara), cvv: '123' }
    await expectOk(callApi('POST', '/fawry/pay/card', { as: sara, body }))
    const { id, merchant_ref_num, provider_ref_num } = await lastTransactionOf(sara)
    expect(provider_ref_num).toBeNull()
    const first = gateways.orderByMerchantNumber(merchant_ref_num)?.referenceNumber ?? ''
    await gateways.act('fawry', first, 'pay', { deliver: false })
    const again = await gateways.act('fawry', first, 'pay-again')
    await gateways.deliverAll()
    await eventually(async () =>
      expect(await secondsOf(id)).toMatchObject([{ status: 3, provider_ref_num: again.referenceNumber }]),
    )
    expect(await transactionOf(id)).toMatchObject({ status: 1, provider_ref_num: first })
    expect(gateways.order(first)?.status).toBe('PAID')
  })

  it('at Fawry whose refund was made without an answer is settled by an admin, since it cannot be queried', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber, notification } = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', notification.id)
    gateways.loseAnswers((path) => path.endsWith('/refund'))
    const { referenceNumber: orderRefNum } = await gateways.act('fawry', referenceNumber, 'pay-again')
    await gateways.deliverAll()
    await eventually(async () => expect(gateways.requestsTo('/ECommerceWeb/Fawry/payments/refund')).toHaveLength(1))
    setNow(Date.parse(NOW) + 10 * 60_000)
    await triggerJob('sweep-payments')
    const found = (refundAmount: number) =>
      outcome(
        callApi('POST', '/fawry/refund', {
          as: adel,
          body: { orderRefNum, refundAmount, provider: 'fawry', found: 'made' },
        }),
      )
    expect([await found(PRICE - 1), await found(PRICE), await found(PRICE)]).toEqual([
      'bad-request',
      'ok',
      'bad-request',
    ])
    expect(await secondsOf(transactionId)).toMatchObject([{ status: 3, refunded_amount: PRICE }])
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('whose refund was not made is refunded by the job', async () => {
    const sara = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.send('paymob', callback.id)
    gateways.loseRequests((path) => path.endsWith('/refund'))
    await gateways.act('paymob', reference, 'pay-again')
    await gateways.deliverAll()
    await eventually(async () => expect(await secondsOf(transactionId)).toMatchObject([{ status: 1 }]))
    gateways.loseRequests(() => false)
    for (const minutes of [10, 20]) {
      setNow(Date.parse(NOW) + minutes * 60_000)
      await triggerJob('sweep-payments')
    }
    expect(await secondsOf(transactionId)).toMatchObject([{ status: 3, refunded_amount: PRICE }])
    expect(await activePlansOf(sara)).toHaveLength(1)
  })
})

describe('the ledger', () => {
  it('agrees with the orders after all of these', async () => {
    expect(await proveLedger(openDb(bindings.DB), Date.now())).toEqual([])
  })
})

describe('an admin’s refund', () => {
  it('finds the order by provider and number, and refuses a number of both providers alone', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const first = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', first.notification.id)
    const { transactionId, callback } = await payCheckoutWithoutCallback(gateways, nour, plan)
    await gateways.send('paymob', callback.id)
    const { provider_ref_num: number } = await lastTransactionOf(nour)
    // The two providers count on their own: one day both give out the same number.
    await run('UPDATE transactions SET provider_ref_num = ? WHERE id = ?', number, first.transactionId)
    const refund = (more: object) =>
      outcome(
        callApi('POST', '/fawry/refund', { as: adel, body: { orderRefNum: number, refundAmount: PRICE, ...more } }),
      )
    expect(await refund({})).toBe('bad-request')
    expect(await refund({ provider: 'paymob' })).toBe('ok')
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3 })
    expect(await transactionOf(first.transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })
})
