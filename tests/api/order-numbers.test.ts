import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/eventually'
import { callApi, expectOk, outcome, type Person, row } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { addCard, forgetAcceptance, isCharge, type PlacedOrder, sweepAt, withGateways } from './order-fixtures.ts'
import { activePlansOf, lastTransactionOf, newPlan, payingStudent, transactionOf } from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const MINUTE = 60_000

let gateways: Gateways
let plan: number
let sara: Person

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
  sara = await payingStudent()
})

type Shown = { id: number; status: number; checkout: { referenceNumber?: string; walletQr?: string | null } | null }
const shown = () => expectOk<Shown>(callApi('GET', '/tx/last', { as: sara }))
const sync = (transactionId: number) =>
  expectOk(callApi('POST', '/fawry/payment-status/sync', { as: sara, body: { transactionId } }))
const sweepAfter = (minutes: number) => sweepAt(Date.parse(NOW) + minutes * MINUTE)
const CANCEL = '/ECommerceWeb/api/orders/cancel-unpaid-order'

/** An order that the gateway has accepted, and of which the worker died before it wrote that down. */
async function orderCutOff(pay = 'ref-num') {
  await expectOk(callApi('POST', `/fawry/pay/${pay}`, { as: sara, body: { planId: plan, period: 'month' } }))
  const { id, provider_ref_num } = await lastTransactionOf(sara)
  await forgetAcceptance(id)
  expect(await shown()).toMatchObject({ id, status: 0, checkout: null })
  return { id, number: provider_ref_num ?? '' }
}

describe('the number of an order whose charge answer was lost', () => {
  it('is answered at once where the gateway’s notice was faster than its answer', async () => {
    gateways.loseAnswers(isCharge)
    gateways.changeAnswers(async (path, answer) => {
      if (isCharge(path)) await gateways.deliverAll()
      return answer
    })
    const body = { planId: plan, period: 'month' }
    const placed = await expectOk<PlacedOrder>(callApi('POST', '/fawry/pay/ref-num', { as: sara, body }))
    const referenceNumber = String(placed.referenceNumber)
    expect(gateways.order(referenceNumber)).toMatchObject({ status: 'UNPAID' })
    expect(await shown()).toMatchObject({ id: placed.transactionId, status: 7, checkout: { referenceNumber } })
  })

  it('is answered at once where the payment itself was faster than its answer', async () => {
    gateways.loseAnswers(isCharge)
    gateways.changeAnswers(async (path, answer) => {
      if (!isCharge(path)) return answer
      const { referenceNumber } = (await answer.clone().json()) as { referenceNumber: string }
      await gateways.act('fawry', String(referenceNumber), 'pay')
      await gateways.deliverAll()
      return answer
    })
    const body = { planId: plan, period: 'month' }
    const placed = await expectOk<PlacedOrder>(callApi('POST', '/fawry/pay/e-wallet', { as: sara, body }))
    expect(await shown()).toMatchObject({ id: placed.transactionId, status: 1 })
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: placed.transactionId }])
  })

  it('is brought by the gateway’s notice', async () => {
    const { id, number } = await orderCutOff()
    await gateways.deliverAll()
    expect(await shown()).toMatchObject({ id, status: 7, checkout: { referenceNumber: number } })
  })

  it('is brought by a sync, also to an order that the gateway is known to have accepted', async () => {
    const { id, number } = await orderCutOff()
    await sync(id)
    expect(await shown()).toMatchObject({ id, status: 7, checkout: { referenceNumber: number } })
    await forgetAcceptance(id)
    await row('UPDATE transactions SET status = 7 WHERE id = ? RETURNING id', id)
    await sync(id)
    expect(await shown()).toMatchObject({ id, status: 7, checkout: { referenceNumber: number } })
    expect(await transactionOf(id)).toMatchObject({ provider_ref_num: number })
  })

  it('is brought by the job, after which the order is paid like any other', async () => {
    const { id, number } = await orderCutOff('e-wallet')
    await sweepAfter(9)
    expect(await shown()).toMatchObject({ id, status: 0, checkout: null })
    await sweepAfter(11)
    expect(await shown()).toMatchObject({ id, status: 7, checkout: { referenceNumber: number, walletQr: null } })
    await gateways.act('fawry', number, 'pay')
    await gateways.deliverAll()
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: id }])
  })
})

describe('an order that nobody can pay', () => {
  const payAgain = () =>
    outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body: { planId: plan, period: 'month' } }))

  it('has failed at the job’s first look where the gateway does not know it', async () => {
    gateways.loseRequests(isCharge)
    expect(await payAgain()).toBe('fawry-error')
    gateways.loseRequests(() => false)
    const { id } = await lastTransactionOf(sara)
    await forgetAcceptance(id)
    expect(await payAgain()).toBe('illegal')
    await sweepAfter(11)
    expect(await transactionOf(id)).toMatchObject({ status: 6, failure_code: 'no-answer' })
    expect(await payAgain()).toBe('ok')
  })

  it('has failed where its page was lost, and is cancelled at the gateway', async () => {
    const body = { planId: plan, period: 'month', cardToken: await addCard(gateways, sara), cvv: '123' }
    await expectOk(callApi('POST', '/fawry/pay/card', { as: sara, body }))
    const { id, merchant_ref_num } = await lastTransactionOf(sara)
    await forgetAcceptance(id)
    await sweepAfter(11)
    expect(await transactionOf(id)).toMatchObject({ status: 6, failure_code: 'no-answer' })
    await sweepAfter(22)
    expect(gateways.orderByMerchantNumber(merchant_ref_num)).toMatchObject({ status: 'CANCELED' })
  })

  it('has failed where the other provider’s page was lost', async () => {
    const body = { planId: plan, planPeriod: 0, paymentMethod: 0 }
    await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: sara, body }))
    const { id } = await lastTransactionOf(sara)
    await sweepAfter(11)
    expect(await transactionOf(id)).toMatchObject({ status: 7 })
    await forgetAcceptance(id)
    await sweepAfter(22)
    expect(await transactionOf(id)).toMatchObject({ status: 6, failure_code: 'no-answer' })
  })
})

describe('an order that is cancelled before the gateway has answered its charge', () => {
  /** Places an order that its student cancels while the gateway works on it. */
  async function cancelWhileCharged(losesCancellation = false) {
    let transactionId = 0
    gateways.changeAnswers(async (path, answer) => {
      if (!isCharge(path)) return answer
      transactionId = (await lastTransactionOf(sara)).id
      gateways.loseRequests((other) => other.includes('status') || other.includes('cancel'))
      const cancel = () => callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } })
      expect(await outcome(cancel())).toBe('fawry-error')
      gateways.loseRequests(() => false)
      // As before the gateway knew the order, when there is nothing to cancel there.
      gateways.changeAnswers((at, other) =>
        at.includes('status') ? Response.json({ code: '9938' }, { status: 404 }) : other,
      )
      expect(await outcome(cancel())).toBe('ok')
      gateways.changeAnswers((_path, other) => other)
      gateways.loseRequests((other) => losesCancellation && other === CANCEL)
      return answer
    })
    const body = { planId: plan, period: 'month' }
    const call = () => callApi('POST', '/fawry/pay/ref-num', { as: sara, body })
    return { call, order: async () => transactionOf(transactionId) }
  }

  it('is cancelled there as soon as it answers', async () => {
    const { call, order } = await cancelWhileCharged()
    await call()
    const { status, provider_ref_num } = await order()
    expect(status).toBe(2)
    await eventually(async () => expect(gateways.order(provider_ref_num ?? '')).toMatchObject({ status: 'CANCELED' }))
  })

  it('is cancelled there by the job where that failed', async () => {
    const { call, order } = await cancelWhileCharged(true)
    await call()
    await eventually(async () => expect(gateways.requestsTo(CANCEL)).toHaveLength(1))
    const { status, provider_ref_num } = await order()
    expect(status).toBe(2)
    expect(gateways.order(provider_ref_num ?? '')).toMatchObject({ status: 'UNPAID' })
    gateways.loseRequests(() => false)
    await sweepAfter(11)
    expect(gateways.order(provider_ref_num ?? '')).toMatchObject({ status: 'CANCELED' })
    expect((await order()).status).toBe(2)
  })
})
