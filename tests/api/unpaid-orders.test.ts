import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, row, run, setNow, triggerJob } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { addCard, placeReferenceOrder, sweepAt, withGateways } from './order-fixtures.ts'
import {
  activePlansOf,
  countRows,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
  transactionOf,
} from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000

let gateways: Gateways
let plan: number

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
})

describe('an unpaid order', () => {
  it('is cancelled with us and at the gateway, by its owner or an admin', async () => {
    const [sara, nour, adel] = await Promise.all([payingStudent(), payingStudent(), newAdmin()])
    const cancel = (as: Person, transactionId: number) =>
      outcome(callApi('POST', '/fawry/cancel-unpaid-order', { as, body: { transactionId } }))
    const first = await placeReferenceOrder(gateways, sara, { planId: plan })
    expect(await cancel(nour, first.transactionId)).toBe('forbidden')
    expect(await cancel(sara, 999_999)).toBe('transaction-not-found')
    expect(await cancel(sara, first.transactionId)).toBe('ok')
    expect((await transactionOf(first.transactionId)).status).toBe(2)
    expect(await cancel(sara, first.transactionId)).toBe('bad-request')
    const second = await placeReferenceOrder(gateways, sara, { planId: plan })
    expect(await cancel(adel, second.transactionId)).toBe('ok')
    expect(await countRows(`audit_entries WHERE act = 'fawry.cancelOrder' AND actor_id = ?`, adel.id)).toBe(1)
    // Only of an order without its number must the gateway be asked first.
    expect(gateways.requestsTo('/ECommerceWeb/Fawry/payments/status/v2')).toEqual([])
  })

  it('is not cancelled while the gateway is unreachable', async () => {
    const sara = await payingStudent()
    const { transactionId } = await placeReferenceOrder(gateways, sara, { planId: plan })
    gateways.loseRequests((path) => path.includes('cancel') || path.includes('status'))
    const cancel = () => outcome(callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    expect(await cancel()).toBe('fawry-error')
    expect((await transactionOf(transactionId)).status).toBe(7)
    gateways.loseRequests(() => false)
    expect(await cancel()).toBe('ok')
  })

  it('cannot be cancelled once it was paid at the gateway: the payment counts', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    const cancel = callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } })
    expect(await outcome(cancel)).toBe('bad-request')
    expect((await transactionOf(transactionId)).status).toBe(1)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('that is paid while the gateway cancels it is not canceled, and nothing is recorded as canceled', async () => {
    const [sara, adel] = await Promise.all([payingStudent(), newAdmin()])
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
    gateways.changeAnswers(async (path, answer) => {
      if (!path.endsWith('/cancel-unpaid-order')) return answer
      await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
      await gateways.send('fawry', (await gateways.deliveries('fawry', referenceNumber)).at(-1)?.id ?? 0)
      return answer
    })
    const cancel = callApi('POST', '/fawry/cancel-unpaid-order', { as: adel, body: { transactionId } })
    expect(await outcome(cancel)).toBe('bad-request')
    expect((await transactionOf(transactionId)).status).toBe(1)
    expect(await countRows(`audit_entries WHERE act = 'fawry.cancelOrder' AND actor_id = ?`, adel.id)).toBe(0)
  })

  it('fails when the gateway does not answer, and a new one can be placed', async () => {
    const sara = await payingStudent()
    gateways.loseRequests((path) => path.endsWith('/charge'))
    expect(
      await outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body: { planId: plan, period: 'month' } })),
    ).toBe('fawry-error')
    gateways.loseRequests(() => false)
    expect(await lastTransactionOf(sara)).toMatchObject({ status: 6, failure_code: 'no-answer' })
    expect(
      await outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body: { planId: plan, period: 'month' } })),
    ).toBe('ok')
  })
})

describe('the gateway’s status of an order', () => {
  it('is shown, and applied to the order by a sync', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    const status = `/fawry/payment-status?transactionId=${transactionId}`
    expect(await outcome(callApi('GET', status, { as: nour }))).toBe('forbidden')
    expect(await expectOk(callApi('GET', status, { as: sara }))).toEqual({
      orderRefNum: String(referenceNumber),
      orderStatus: 1,
      paymentMethod: 3,
    })
    expect((await transactionOf(transactionId)).status).toBe(7)
    const sync = (as: Person) => outcome(callApi('POST', '/fawry/payment-status/sync', { as, body: { transactionId } }))
    expect(await sync(nour)).toBe('forbidden')
    expect([await sync(sara), await sync(sara)]).toEqual(['ok', 'ok'])
    expect(await activePlansOf(sara)).toHaveLength(1)
  })
})

describe('the sweep job', () => {
  it('finds payments whose notification was lost, and expires unpaid orders', async () => {
    const [sara, nour, planId] = await Promise.all([payingStudent(), payingStudent(), newPlan()])
    const order = async (as: Person) => {
      await expectOk(callApi('POST', '/fawry/pay/ref-num', { as, body: { planId, period: 'month' } }))
      return lastTransactionOf(as)
    }
    const [paid, unpaid] = [await order(sara), await order(nour)]
    await gateways.act('fawry', paid.provider_ref_num ?? '', 'pay', { deliver: false })
    await triggerJob('sweep-payments')
    expect((await transactionOf(paid.id)).status).toBe(7)
    setNow(Date.parse(NOW) + HOUR / 2)
    await triggerJob('sweep-payments')
    expect((await transactionOf(paid.id)).status).toBe(1)
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect((await transactionOf(unpaid.id)).status).toBe(7)
    setNow(Date.parse(NOW) + 25 * HOUR)
    await triggerJob('sweep-payments')
    expect((await transactionOf(unpaid.id)).status).toBe(4)
  })

  it('cancels at the gateway what has expired with us before it does there, so that the night finds nothing', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const body = { planId, period: 'month', cardToken: await addCard(gateways, sara), cvv: '123' }
    await expectOk(callApi('POST', '/fawry/pay/card', { as: sara, body }))
    const { id, merchant_ref_num } = await lastTransactionOf(sara)
    for (const hours of [1.3, 1.5]) await sweepAt(Date.parse(NOW) + hours * HOUR)
    expect(await transactionOf(id)).toMatchObject({ status: 4 })
    expect(gateways.orderByMerchantNumber(merchant_ref_num)).toMatchObject({ status: 'CANCELED' })
    setNow(Date.parse(NOW) + 2 * HOUR)
    await triggerJob('compare-orders')
    expect(await countRows('payment_differences WHERE tx_id = ?', id)).toBe(0)
  })

  it('finds a payment that a bank decided after the order had expired, whose callback was lost', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const body = { planId, planPeriod: 0, paymentMethod: 0 }
    const checkout = callApi('POST', '/paymob/create-checkout-url', { as: sara, body })
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout)
    await gateways.submit(`/paymob/unifiedcheckout/${new URL(checkoutUrl).search}`, { act: 'pending' })
    const { id, provider_order_id: reference } = await lastTransactionOf(sara)
    for (const hours of [1.3, 1.5, 1.7]) await sweepAt(Date.parse(NOW) + hours * HOUR)
    expect(await transactionOf(id)).toMatchObject({ status: 4 })
    await gateways.act('paymob', reference ?? '', 'pay', { deliver: false })
    await sweepAt(Date.parse(NOW) + 2 * HOUR)
    expect(await transactionOf(id)).toMatchObject({ status: 1 })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  /** An order at Paymob whose first attempt was refused, which was reported to the product. */
  async function refusedCheckout() {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const body = { planId, planPeriod: 0, paymentMethod: 0 }
    await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: sara, body }))
    const { id, provider_order_id: reference } = await lastTransactionOf(sara)
    await gateways.act('paymob', reference ?? '', 'refuse')
    await gateways.deliverAll()
    expect(await transactionOf(id)).toMatchObject({ status: 6 })
    const inquiries = () => gateways.requestsTo('/api/ecommerce/orders/transaction_inquiry').length
    return { sara, id, reference: reference ?? '', inquiries }
  }

  it('finds a payment on the page of an order that has failed, and asks until that page has been closed for 15 minutes', async () => {
    const [paid, unpaid] = [await refusedCheckout(), await refusedCheckout()]
    await sweepAt(Date.parse(NOW) + HOUR / 4)
    await gateways.act('paymob', paid.reference, 'pay', { deliver: false })
    await sweepAt(Date.parse(NOW) + HOUR / 2)
    expect(await transactionOf(paid.id)).toMatchObject({ status: 1 })
    expect(await activePlansOf(paid.sara)).toHaveLength(1)
    for (const hours of [1, 1.3]) await sweepAt(Date.parse(NOW) + hours * HOUR)
    const asked = unpaid.inquiries()
    for (const hours of [1.5, 2, 3]) await sweepAt(Date.parse(NOW) + hours * HOUR)
    expect(unpaid.inquiries()).toBe(asked)
    expect(await transactionOf(unpaid.id)).toMatchObject({ status: 6 })
  })

  it('finds a payment that is not the newest attempt, and a second one behind an attempt that was refused', async () => {
    const { sara, id, reference } = await refusedCheckout()
    for (const what of ['pay', 'refuse-again']) await gateways.act('paymob', reference, what, { deliver: false })
    await sweepAt(Date.parse(NOW) + HOUR / 4)
    expect(await transactionOf(id)).toMatchObject({ status: 1 })
    for (const what of ['pay-again', 'refuse-again']) await gateways.act('paymob', reference, what, { deliver: false })
    await sweepAt(Date.parse(NOW) + 25 * HOUR)
    expect(await row('SELECT status FROM transactions WHERE second_payment_of = ?', id)).toEqual({ status: 3 })
    expect(await transactionOf(id)).toMatchObject({ status: 1, refunded_amount: 0 })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('concludes nothing of an order that Paymob says is paid while it does not show by what', async () => {
    const body = { planId: plan, planPeriod: 0, paymentMethod: 0 }
    const sara = await payingStudent()
    await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: sara, body }))
    const { id, provider_order_id: reference } = await lastTransactionOf(sara)
    for (const what of ['pay', 'refuse-again']) await gateways.act('paymob', reference ?? '', what, { deliver: false })
    const others = await refusedCheckout()
    // A list without the order's attempts, as of an account whose list cannot be restricted, and none.
    const lists = [Response.json({ detail: 'Not found.' }, { status: 404 }), Response.json({ results: [] })]
    const [other] = gateways.transactions(others.reference)
    for (const list of [...lists, Response.json({ results: [{ id: other?.id }] })]) {
      gateways.answerInstead((path) => (path === '/api/acceptance/transactions' ? list.clone() : null))
      setNow(Date.now() + HOUR)
      await triggerJob('sweep-payments')
      expect(await transactionOf(id)).toMatchObject({ status: 7 })
    }
    gateways.answerInstead(() => null)
    await sweepAt(Date.now() + HOUR)
    expect(await transactionOf(id)).toMatchObject({ status: 1 })
  })

  it('asks Fawry about an order that it has refused for as long as its number may be paid', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId })
    await gateways.act('fawry', referenceNumber, 'refuse')
    await gateways.deliverAll()
    await sweepAt(Date.parse(NOW) + HOUR)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 6 })
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    await sweepAt(Date.parse(NOW) + 2 * HOUR)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
  })

  it('processes a stored notification whose request did not complete', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    await expectOk(callApi('POST', '/fawry/pay/ref-num', { as: sara, body: { planId, period: 'month' } }))
    const tx = await lastTransactionOf(sara)
    const notification = { report: { event: 'pay', refundedTotal: null }, reference: tx.provider_ref_num, fees: 0 }
    await run(
      `INSERT INTO payment_inbox (provider, dedupe_key, tx_id, body, received_at) VALUES ('fawry', 'kept', ?, ?, ?)`,
      tx.id,
      JSON.stringify(notification),
      Date.now(),
    )
    setNow(Date.parse(NOW) + HOUR / 10)
    await triggerJob('sweep-payments')
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(await row(`SELECT outcome, attempts, processed_at FROM payment_inbox WHERE dedupe_key = 'kept'`)).toEqual({
      outcome: 'done',
      attempts: 1,
      processed_at: Date.now(),
    })
  })
})

describe('the list of payments', () => {
  it('shows students their own payments, and admins everybody’s', async () => {
    const [sara, nour, adel] = await Promise.all([payingStudent(), payingStudent(), newAdmin()])
    expect(await expectOk(callApi('GET', '/tx/last', { as: nour }))).toBeNull()
    const { transactionId } = await placeReferenceOrder(gateways, sara, { planId: plan })
    const { provider_ref_num: referenceNumber } = await transactionOf(transactionId)
    expect(await expectOk(callApi('GET', '/tx/last', { as: sara }))).toMatchObject({
      id: transactionId,
      status: 7,
      checkout: { referenceNumber },
      failure: null,
    })
    expect(await outcome(callApi('GET', `/tx/${transactionId}`, { as: nour }))).toBe('forbidden')
    expect(await outcome(callApi('GET', '/tx/999999', { as: sara }))).toBe('transaction-not-found')
    const list = async (as: Person, query: string) =>
      (await expectOk<{ list: { id: number }[]; total: number }>(callApi('GET', `/tx/list?${query}`, { as }))).list
    expect((await list(sara, `users[]=${nour.id}`)).map(({ id }) => id)).toEqual([transactionId])
    expect(await list(nour, '')).toEqual([])
    expect((await list(adel, `users[]=${sara.id}&statuses[]=7&amount[gte]=${PRICE}`)).map(({ id }) => id)).toEqual([
      transactionId,
    ])
    expect(await list(adel, `users[]=${sara.id}&statuses[]=1`)).toEqual([])
  })
})
