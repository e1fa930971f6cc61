import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { PaymobTransaction } from '#contract/paymob'
import { eventually } from '#tests/eventually'
import { callApi, expectOk, newAdmin, row, run } from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import { type Gateways, hmacOf, notify } from './gateways.ts'
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

describe('a Fawry notification', () => {
  it('delivered 500 times at once creates one subscription and one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, notification } = await payWithoutNotification(gateways, sara, plan)
    const { statuses } = await gateways.send('fawry', notification.id, { times: 500 })
    expect(statuses).toEqual({ 200: 500 })
    expect(await plansOf(sara)).toHaveLength(1)
    expect(await postingsOf('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await countRows('journal_entries WHERE fact_kind = ? AND fact_id = ?', 'payment', transactionId)).toBe(1)
    expect(await countRows('payment_inbox WHERE tx_id = ?', transactionId)).toBe(2)
    const [subscription] = await plansOf(sara)
    expect(await countRows(`minute_entries WHERE subscription_id = ? AND kind = 'grant'`, subscription?.id)).toBe(1)
    expect((await transactionOf(transactionId)).status).toBe(1)
  }, 120_000)

  it('of a status that is unknown is accepted, shown to staff and changes nothing', async () => {
    const sara = await payingStudent()
    const { transactionId, body } = await payWithoutNotification(gateways, sara, plan)
    const before = await transactionOf(transactionId)
    for (const orderStatus of ['DELIVERED', 'delivered', 'ON_HOLD', 'x'.repeat(80)]) {
      const { fawryRefNumber, merchantRefNumber, paymentMethod, paymentRefrenceNumber } = body
      const amounts = [Number(body.paymentAmount).toFixed(2), Number(body.orderAmount).toFixed(2)]
      const signed = [fawryRefNumber, merchantRefNumber, ...amounts, orderStatus, paymentMethod, paymentRefrenceNumber]
      const messageSignature = createHash('sha256')
        .update(`${signed.join('')}${localKeys.FAWRY_SECURE_KEY}`)
        .digest('hex')
      for (const _ of [1, 2]) {
        const { status } = await notify('/fawry/payment-status', { ...body, orderStatus, messageSignature })
        expect({ orderStatus, status }).toEqual({ orderStatus, status: 200 })
      }
      const forged = await notify('/fawry/payment-status', {
        ...body,
        orderStatus: `${orderStatus}!`,
        messageSignature,
      })
      expect(forged.status).toBe(403)
    }
    expect(await transactionOf(transactionId)).toEqual(before)
    expect(await activePlansOf(sara)).toEqual([])
    const seen = await expectOk<{ notifications: { event: string }[] }>(
      callApi('GET', `/tx/${transactionId}/timeline`, { as: await newAdmin() }),
    )
    const events = seen.notifications.map(({ event }) => event)
    expect(events).toEqual(['x'.repeat(40), 'ON_HOLD', 'delivered', 'DELIVERED', 'accept'])
    expect((await notify('/fawry/payment-status', body)).status).toBe(200)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('delivered late and out of order leaves the order in the gateway’s status', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await payWithoutNotification(gateways, sara, plan)
    await gateways.act('fawry', referenceNumber, 'refund', { deliver: false })
    const notifications = await gateways.deliveries('fawry', referenceNumber)
    for (const notification of notifications.toReversed()) await gateways.send('fawry', notification.id, { times: 3 })
    for (const notification of notifications) await gateways.send('fawry', notification.id)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await activePlansOf(sara)).toEqual([])
    expect(await postingsOf('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    const refund = await row<{ id: number }>('SELECT id FROM refunds WHERE tx_id = ?', transactionId)
    expect(await postingsOf('refund', refund?.id ?? 0)).toEqual({ sales: -PRICE, fawry: PRICE })
  })

  it('of a full refund ends the subscription', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber, notification } = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', notification.id)
    expect(await activePlansOf(sara)).toHaveLength(1)
    await gateways.act('fawry', referenceNumber, 'refund')
    await gateways.deliverAll()
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3 })
    expect(await activePlansOf(sara)).toEqual([])
  })

  it('of a payment for a cancelled order is refunded when the student has another subscription', async () => {
    const sara = await payingStudent()
    const first = await payWithoutNotification(gateways, sara, plan)
    // The first order is cancelled with us only, as when the gateway does not know it yet.
    await run('UPDATE transactions SET status = 2 WHERE id = ?', first.transactionId)
    const second = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', second.notification.id)
    await gateways.send('fawry', first.notification.id)
    await eventually(async () => expect(await transactionOf(first.transactionId)).toMatchObject({ status: 3 }))
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: second.transactionId }])
    expect(await postingsOf('payment', first.transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await countRows(`refunds WHERE tx_id = ? AND status = 'done'`, first.transactionId)).toBe(1)
  })

  it('of a payment takes precedence over a concurrent cancellation', async () => {
    for (let round = 0; round < 8; round++) {
      const sara = await payingStudent()
      const { transactionId, notification } = await payWithoutNotification(gateways, sara, plan)
      const body = { transactionId }
      const [cancelled] = await Promise.all([
        callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body }),
        gateways.send('fawry', notification.id, { times: 3 }),
      ])
      expect((await transactionOf(transactionId)).status).toBe(1)
      expect(cancelled.code).toBe('bad-request')
      expect(await activePlansOf(sara)).toHaveLength(1)
    }
  })

  it('of a payment that races with a cancellation ends in the gateway’s status', async () => {
    for (let round = 0; round < 8; round++) {
      const sara = await payingStudent()
      const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
      const cancel = callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } })
      // The gateway accepts a payment shortly after a cancellation: shops that were offline report it late.
      await Promise.all([cancel, gateways.act('fawry', referenceNumber, 'pay', { deliver: round % 2 === 0 })])
      await gateways.deliverAll()
      await gateways.send('fawry', (await gateways.deliveries('fawry', referenceNumber)).at(-1)?.id ?? 0)
      await expectOk(callApi('POST', '/fawry/payment-status/sync', { as: sara, body: { transactionId } }))
      const gatewayStatus = gateways.order(String(referenceNumber))?.status
      const isPaid = gatewayStatus === 'PAID'
      expect({ gatewayStatus, status: (await transactionOf(transactionId)).status }).toEqual({
        gatewayStatus,
        status: isPaid ? 1 : 2,
      })
      expect(await activePlansOf(sara)).toHaveLength(isPaid ? 1 : 0)
      expect(await countRows(`journal_entries WHERE fact_kind = 'payment' AND fact_id = ?`, transactionId)).toBe(
        isPaid ? 1 : 0,
      )
    }
  })

  it('of a cancelled order creates no subscription', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
    await expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    await gateways.deliverAll()
    const notifications = await gateways.deliveries('fawry', referenceNumber)
    expect(notifications.map(({ body }) => JSON.parse(body).orderStatus)).toEqual(['NEW', 'CANCELED'])
    for (const notification of notifications) await gateways.send('fawry', notification.id, { times: 2 })
    expect((await transactionOf(transactionId)).status).toBe(2)
    expect(await plansOf(sara)).toEqual([])
  })
})

describe('a Paymob callback', () => {
  it('that is signed but of an unknown kind is accepted and changes nothing', async () => {
    const sara = await payingStudent()
    const { transactionId, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    const { obj } = JSON.parse(callback.body) as { obj: PaymobTransaction }
    const before = await transactionOf(transactionId)
    const deliver = async (type: string, changes: Partial<PaymobTransaction>) => {
      const sent = { ...obj, ...changes }
      return (await notify(`/paymob/on-checkout?hmac=${hmacOf(sent)}`, { type, obj: sent })).status
    }
    expect(await deliver('TRANSACTION', { is_auth: true, is_standalone_payment: false })).toBe(200)
    expect(await deliver('TRANSACTION', { error_occured: true })).toBe(200)
    expect(await deliver('DELIVERY_STATUS', {})).toBe(200)
    expect(await transactionOf(transactionId)).toEqual(before)
    expect(await activePlansOf(sara)).toEqual([])
    expect(await countRows(`payment_inbox WHERE tx_id = ? AND outcome = 'unknown-status'`, transactionId)).toBe(2)
    expect(await deliver('TRANSACTION', {})).toBe(200)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('delivered 500 times at once creates one subscription and one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    expect((await gateways.send('paymob', callback.id, { times: 500 })).statuses).toEqual({ 200: 500 })
    expect(await plansOf(sara)).toHaveLength(1)
    expect(await postingsOf('payment', transactionId)).toEqual({ paymob: -PRICE, sales: PRICE })
  }, 120_000)

  it('of partial refunds posts each part; the last one ends the subscription', async () => {
    const sara = await payingStudent()
    const { transactionId, callback, reference } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.send('paymob', callback.id)
    const parts = [
      { amount: 10_000, status: 5, refunded_amount: 10_000 },
      { amount: 5_000, status: 5, refunded_amount: 15_000 },
      { amount: undefined, status: 3, refunded_amount: PRICE },
    ]
    for (const { amount, ...expected } of parts) {
      expect(await activePlansOf(sara)).toHaveLength(1)
      await gateways.act('paymob', reference, 'refund', { amount })
      await gateways.deliverAll()
      await vi.waitFor(async () => expect(await transactionOf(transactionId)).toMatchObject(expected))
    }
    for (const delivery of await gateways.deliveries('paymob', reference))
      await gateways.send('paymob', delivery.id, { times: 2 })
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await activePlansOf(sara)).toEqual([])
    expect(await countRows('refunds WHERE tx_id = ?', transactionId)).toBe(3)
  })
})
