import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/eventually'
import { callApi, expectOk, row, run } from '#tests/people'
import type { Gateways } from './gateways.ts'
import {
  payCheckoutWithoutCallback,
  payWithoutNotification,
  placeReferenceOrder,
  withGateways,
} from './order-fixtures.ts'
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

let gateways: Gateways
let plan: number

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
})

describe('the gateway’s notice', () => {
  it('told five hundred times at once opens one plan with one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, notice } = await payWithoutNotification(gateways, sara, plan)
    const { statuses } = await gateways.send('fawry', notice.id, { times: 500 })
    expect(statuses).toEqual({ 200: 500 })
    expect(await plansOf(sara)).toHaveLength(1)
    expect(await postingsOf('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await countRows('journal_entries WHERE fact_kind = ? AND fact_id = ?', 'payment', transactionId)).toBe(1)
    expect(await countRows('payment_inbox WHERE tx_id = ?', transactionId)).toBe(2)
    const [sub] = await plansOf(sara)
    expect(await countRows(`minute_entries WHERE subscription_id = ? AND kind = 'grant'`, sub?.id)).toBe(1)
    expect((await transactionOf(transactionId)).status).toBe(1)
  }, 120_000)

  it('that comes late and in any order leaves the order where the gateway has it', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await payWithoutNotification(gateways, sara, plan)
    await gateways.act('fawry', referenceNumber, 'refund', { deliver: false })
    const notices = await gateways.deliveries('fawry', referenceNumber)
    for (const notice of notices.toReversed()) await gateways.send('fawry', notice.id, { times: 3 })
    for (const notice of notices) await gateways.send('fawry', notice.id)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await activePlansOf(sara)).toEqual([])
    expect(await postingsOf('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    const refund = await row<{ id: number }>('SELECT id FROM refunds WHERE tx_id = ?', transactionId)
    expect(await postingsOf('refund', refund?.id ?? 0)).toEqual({ sales: -PRICE, fawry: PRICE })
  })

  it('ends the plan and gives the coming lesson up when everything was refunded', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber, notice } = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', notice.id)
    expect(await activePlansOf(sara)).toHaveLength(1)
    await gateways.act('fawry', referenceNumber, 'refund')
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3 })
    expect(await activePlansOf(sara)).toEqual([])
  })

  it('of a payment for an order that was given up, beside a new plan, gives the money back', async () => {
    const sara = await payingStudent()
    const first = await payWithoutNotification(gateways, sara, plan)
    // The student gave the first order up at a moment at which the gateway had not heard of it.
    await run('UPDATE transactions SET status = 2 WHERE id = ?', first.transactionId)
    const second = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', second.notice.id)
    await gateways.send('fawry', first.notice.id)
    await eventually(async () => expect(await transactionOf(first.transactionId)).toMatchObject({ status: 3 }))
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: second.transactionId }])
    expect(await postingsOf('payment', first.transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await countRows(`refunds WHERE tx_id = ? AND status = 'done'`, first.transactionId)).toBe(1)
  })

  it('and a cancellation at the same moment end in one state', async () => {
    for (let round = 0; round < 8; round++) {
      const sara = await payingStudent()
      const { transactionId, notice } = await payWithoutNotification(gateways, sara, plan)
      const body = { transactionId }
      const [cancelled] = await Promise.all([
        callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body }),
        gateways.send('fawry', notice.id, { times: 3 }),
      ])
      expect((await transactionOf(transactionId)).status).toBe(1)
      expect(cancelled.code).toBe('bad-request')
      expect(await activePlansOf(sara)).toHaveLength(1)
    }
  })

  it('of a payment at the very moment of a cancellation ends where the gateway has it', async () => {
    for (let round = 0; round < 8; round++) {
      const sara = await payingStudent()
      const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
      const cancel = callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } })
      // The gateway takes a payment for a number that was given up a moment ago, as shops without a connection do.
      await Promise.all([cancel, gateways.act('fawry', referenceNumber, 'pay', { deliver: round % 2 === 0 })])
      await gateways.deliverAll()
      await gateways.send('fawry', (await gateways.deliveries('fawry', referenceNumber)).at(-1)?.id ?? 0)
      await expectOk(callApi('POST', '/fawry/payment-status/sync', { as: sara, body: { transactionId } }))
      const there = gateways.order(String(referenceNumber))?.status
      const isPaid = there === 'PAID'
      expect({ there, status: (await transactionOf(transactionId)).status }).toEqual({ there, status: isPaid ? 1 : 2 })
      expect(await activePlansOf(sara)).toHaveLength(isPaid ? 1 : 0)
      expect(await countRows(`journal_entries WHERE fact_kind = 'payment' AND fact_id = ?`, transactionId)).toBe(
        isPaid ? 1 : 0,
      )
    }
  })

  it('of an order that was cancelled in time opens nothing', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
    await expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    await gateways.deliverAll()
    const notices = await gateways.deliveries('fawry', referenceNumber)
    expect(notices.map(({ body }) => JSON.parse(body).orderStatus)).toEqual(['NEW', 'CANCELED'])
    for (const notice of notices) await gateways.send('fawry', notice.id, { times: 2 })
    expect((await transactionOf(transactionId)).status).toBe(2)
    expect(await plansOf(sara)).toEqual([])
  })
})

describe('the second provider’s notice', () => {
  it('told five hundred times at once opens one plan with one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, notice } = await payCheckoutWithoutCallback(gateways, sara, plan)
    expect((await gateways.send('paymob', notice.id, { times: 500 })).statuses).toEqual({ 200: 500 })
    expect(await plansOf(sara)).toHaveLength(1)
    expect(await postingsOf('payment', transactionId)).toEqual({ paymob: -PRICE, sales: PRICE })
  }, 120_000)

  it('of refunds in parts posts each part, and the whole ends the plan', async () => {
    const sara = await payingStudent()
    const { transactionId, notice, reference } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.send('paymob', notice.id)
    await gateways.act('paymob', reference, 'refund', { amount: 10_000 })
    await gateways.act('paymob', reference, 'refund', { amount: 5_000 })
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 15_000 })
    expect(await activePlansOf(sara)).toHaveLength(1)
    await gateways.act('paymob', reference, 'refund')
    await gateways.deliverAll()
    for (const one of await gateways.deliveries('paymob', reference))
      await gateways.send('paymob', one.id, { times: 2 })
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await activePlansOf(sara)).toEqual([])
    expect(await countRows('refunds WHERE tx_id = ?', transactionId)).toBe(3)
  })
})
