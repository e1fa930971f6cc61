import { describe, expect, it, vi } from 'vitest'
import { callApi, expectOk, outcome, setNow, triggerJob } from '#tests/people'
import type { Delivery } from '../../dev/world/deliveries.ts'
import type { Gateways } from './gateways.ts'
import { payCheckoutWithoutCallback, placeReferenceOrder, withGateways } from './order-fixtures.ts'
import { activePlansOf, lastTransactionOf, newPlan, PRICE, payingStudent, transactionOf } from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000

let gateways: Gateways
let plan: number

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
})

const placeOrder = async () => {
  const student = await payingStudent()
  return { student, ...(await placeReferenceOrder(gateways, student, { planId: plan })) }
}

describe('the console of the local Fawry stand-in', () => {
  it('pays, refuses, expires and refunds an order; the product follows', async () => {
    for (const [act, status] of [
      ['pay', 1],
      ['refuse', 6],
      ['expire', 4],
    ] as const) {
      const { transactionId, referenceNumber } = await placeOrder()
      await gateways.callConsole('POST', `/fawry/orders/${referenceNumber}/${act}`)
      await gateways.deliverAll()
      expect({ act, status: (await transactionOf(transactionId)).status }).toEqual({ act, status })
    }
    const { transactionId, referenceNumber } = await placeOrder()
    await gateways.callConsole('POST', `/fawry/orders/${referenceNumber}/pay`)
    await gateways.callConsole('POST', `/fawry/orders/${referenceNumber}/refund`)
    await gateways.deliverAll()
    expect((await transactionOf(transactionId)).status).toBe(3)
  })

  it('applies one of several concurrent actions, and every concurrent refund', async () => {
    const { transactionId, referenceNumber } = await placeOrder()
    const act = (name: string, options: object = {}) =>
      gateways.act('fawry', referenceNumber, name, options).then(
        () => 'ok',
        () => 'refused',
      )
    const answers = await Promise.all([act('refuse'), act('refuse'), act('expire')])
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    await act('pay')
    await Promise.all([act('refund', { amount: 1_000 }), act('refund', { amount: 2_000 })])
    expect(gateways.order(String(referenceNumber))?.refunded).toBe(3_000)
    await gateways.deliverAll()
    expect((await transactionOf(transactionId)).status).toBe(5)
  })

  it('lists every delivery with its URL, headers, body, answered status and time', async () => {
    const { referenceNumber } = await placeOrder()
    await gateways.callConsole('POST', `/fawry/orders/${referenceNumber}/pay`)
    await gateways.deliverAll()
    const path = `/fawry/deliveries?referenceNumber=${referenceNumber}`
    const [created, paid, ...more] = await gateways.callConsole<Delivery[]>('GET', path)
    expect(more).toEqual([])
    expect(created).toMatchObject({ status: 200, url: 'https://api.hessa.example/api/v1/fawry/payment-status' })
    expect(paid).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' }, at: expect.any(String) })
    expect(JSON.parse(paid?.body ?? '{}')).toMatchObject({ orderStatus: 'PAID', orderAmount: 600.55 })
    expect(paid?.id).toBeGreaterThan(created?.id ?? 0)
  })

  it('withholds a notification, and sends it late, repeatedly, out of order or corrupted', async () => {
    const { student, transactionId, referenceNumber } = await placeOrder()
    await gateways.callConsole('POST', `/fawry/orders/${referenceNumber}/pay`, { deliver: false })
    await gateways.deliverAll()
    expect((await transactionOf(transactionId)).status).toBe(7)
    const path = `/fawry/deliveries?referenceNumber=${referenceNumber}`
    const [created, paid] = await gateways.callConsole<Delivery[]>('GET', path)
    const send = (id: number | undefined, options: object) =>
      gateways.callConsole<{ statuses: object }>('POST', `/fawry/deliveries/${id}/send`, options)
    for (const corrupt of ['signature', 'amount'])
      expect((await send(paid?.id, { times: 2, corrupt })).statuses).toEqual({ 403: 2 })
    expect((await send(paid?.id, { times: 3 })).statuses).toEqual({ 200: 3 })
    expect((await send(created?.id, {})).statuses).toEqual({ 200: 1 })
    expect((await transactionOf(transactionId)).status).toBe(1)
    expect(await activePlansOf(student)).toHaveLength(1)
  })

  it('refuses unknown orders, actions and deliveries, and what an order’s status does not allow', async () => {
    const { referenceNumber } = await placeOrder()
    const errorOf = (path: string) => gateways.callConsole('POST', path).catch((error) => String(error))
    expect(await errorOf('/fawry/orders/1/pay')).toContain('404')
    expect(await errorOf(`/fawry/orders/${referenceNumber}/steal`)).toContain('404')
    expect(await errorOf('/fawry/deliveries/999999/send')).toContain('404')
    expect(await errorOf(`/fawry/orders/${referenceNumber}/refund`)).toContain('409')
  })

  it('changes nothing for an invalid body', async () => {
    const { transactionId, referenceNumber } = await placeOrder()
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    const paid = (await gateways.deliveries('fawry', referenceNumber)).at(-1)
    const errorOf = (path: string, body: unknown) =>
      gateways.callConsole('POST', path, body).catch((error) => String(error))
    const send = `/fawry/deliveries/${paid?.id}/send`
    for (const times of [0, -1, 1.5, 1001, 'many', null])
      expect({ times, error: await errorOf(send, { times }) }).toMatchObject({ error: expect.stringContaining('400') })
    for (const body of [{ corrupt: 'everything' }, { corrupt: true }, null, [], 'times=2'])
      expect({ body, error: await errorOf(send, body) }).toMatchObject({ error: expect.stringContaining('400') })
    for (const amount of [0.5, -1, 0, 'much'])
      expect(await errorOf(`/fawry/orders/${referenceNumber}/refund`, { amount })).toContain('400')
    expect((await transactionOf(transactionId)).status).toBe(7)
    expect(gateways.order(String(referenceNumber))?.refunded).toBe(0)
  })

  it('has a page with every order and delivery and their actions', async () => {
    const { referenceNumber } = await placeOrder()
    for (const provider of ['fawry', 'paymob']) expect((await gateways.open(`/${provider}`)).status).toBe(200)
    const page = await (await gateways.open('/fawry')).text()
    for (const act of ['pay', 'refuse', 'expire', 'refund'])
      expect(page).toContain(`/dev/fawry/orders/${referenceNumber}/${act}`)
    expect(page).toMatch(/\/dev\/fawry\/deliveries\/\d+\/send/)
    for (const field of ['deliver', 'times', 'corrupt', 'amount']) expect(page).toContain(`name="${field}"`)
  })
})

describe('the console of the local Paymob stand-in', () => {
  it('sends callbacks again, and refunds an order', async () => {
    const student = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, student, plan)
    await gateways.callConsole('POST', `/paymob/deliveries/${callback.id}/send`, { times: 2 })
    expect((await transactionOf(transactionId)).status).toBe(1)
    await gateways.callConsole('POST', `/paymob/orders/${reference}/refund`, { amount: 100 })
    await gateways.deliverAll()
    await vi.waitFor(async () =>
      expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 100 }),
    )
    const path = `/paymob/deliveries?referenceNumber=${reference}`
    expect((await gateways.callConsole<Delivery[]>('GET', path)).map(({ status }) => status)).toEqual([200, 200])
    const { merchant_ref_num: merchantNumber } = await transactionOf(transactionId)
    expect(await gateways.deliveries('paymob', merchantNumber)).toHaveLength(2)
  })

  it('refunds without a callback; the later callback of the refund makes the product inquire at once', async () => {
    const student = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, student, plan)
    await gateways.send('paymob', callback.id)
    await gateways.act('paymob', reference, 'refund', { deliver: false })
    const refund = (await gateways.deliveries('paymob', reference)).at(-1)
    setNow(Date.parse(NOW) + HOUR)
    await triggerJob('sweep-payments')
    expect((await transactionOf(transactionId)).status).toBe(1)
    expect((await gateways.send('paymob', refund?.id ?? 0)).statuses).toEqual({ 200: 1 })
    await vi.waitFor(async () =>
      expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE }),
    )
    expect(await activePlansOf(student)).toEqual([])
  })
})

describe('an order whose creation was not answered', () => {
  const placeWithoutAnswer = async () => {
    const student = await payingStudent()
    gateways.loseAnswers((path) => path.endsWith('/charge'))
    const body = { planId: plan, period: 'month' }
    expect(await outcome(callApi('POST', '/fawry/pay/e-wallet', { as: student, body }))).toBe('fawry-error')
    gateways.loseAnswers(() => false)
    const tx = await lastTransactionOf(student)
    const order = gateways.orderByMerchantNumber(tx.merchant_ref_num)
    return { student, tx, reference: order?.referenceNumber ?? '' }
  }

  it('is cancelled at the gateway by the sweep', async () => {
    const { tx, reference } = await placeWithoutAnswer()
    setNow(Date.parse(NOW) + HOUR)
    await triggerJob('sweep-payments')
    expect(gateways.order(reference)?.status).toBe('CANCELED')
    expect(await transactionOf(tx.id)).toMatchObject({ status: 6, failure_code: 'no-answer' })
    await triggerJob('sweep-payments')
    expect(gateways.requestsTo('/ECommerceWeb/api/orders/cancel-unpaid-order')).toHaveLength(1)
  })

  it('counts when the wallet’s owner has paid it in the meantime', async () => {
    const { student, tx, reference } = await placeWithoutAnswer()
    await gateways.act('fawry', reference, 'pay', { deliver: false })
    setNow(Date.parse(NOW) + HOUR)
    await triggerJob('sweep-payments')
    expect((await transactionOf(tx.id)).status).toBe(1)
    expect(await activePlansOf(student)).toHaveLength(1)
    await expectOk(callApi('GET', '/tx/last', { as: student }))
  })
})
