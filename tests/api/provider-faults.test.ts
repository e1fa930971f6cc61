import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { payCheckoutWithoutCallback, placeReferenceOrder, sweepAt, withGateways } from './order-fixtures.ts'
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

let gateways: Gateways
let plan: number
let sara: Person

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
  sara = await payingStudent()
})

type Provider = 'fawry' | 'paymob'
const ask = (provider: Provider, fault: string, times = 1) =>
  gateways.callConsole('POST', `/${provider}/faults`, { fault, times })
const sweepAfter = (minutes: number) => sweepAt(Date.parse(NOW) + minutes * 60_000)
const place = (provider: Provider) =>
  provider === 'fawry'
    ? callApi('POST', '/fawry/pay/ref-num', { as: sara, body: { planId: plan, period: 'month' } })
    : callApi('POST', '/paymob/create-checkout-url', {
        as: sara,
        body: { planId: plan, planPeriod: 0, paymentMethod: 0 },
      })
const REFUSED = { fawry: 'fawry-error', paymob: 'service-unavailable' } as const
const providers = ['fawry', 'paymob'] as const
const notCarriedOut = ['401', '429', '500', '503', 'lost-request'] as const

describe.each(providers)('%s, when an order is announced,', (provider) => {
  it.each(notCarriedOut)('answers %s: the order has failed, and the next one is taken', async (fault) => {
    await ask(provider, fault)
    expect(await outcome(place(provider))).toBe(REFUSED[provider])
    expect(await lastTransactionOf(sara)).toMatchObject({ status: 6 })
    expect(await outcome(place(provider))).toBe('ok')
  })

  it('carries it out and loses the answer: the order has failed, and a payment of it still counts', async () => {
    await ask(provider, 'lost-answer')
    expect(await outcome(place(provider))).toBe(REFUSED[provider])
    const { id, merchant_ref_num } = await lastTransactionOf(sara)
    if (provider === 'paymob') return
    const reference = gateways.orderByMerchantNumber(merchant_ref_num)?.referenceNumber ?? ''
    await gateways.act('fawry', reference, 'pay')
    await gateways.deliverAll()
    expect(await transactionOf(id)).toMatchObject({ status: 1, provider_ref_num: reference })
  })
})

/** A paid order whose notification is in the provider's hands; `notify` is what the fault does to it. */
async function payWith(provider: Provider, fault: string): Promise<number> {
  if (provider === 'fawry') {
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
    await ask(provider, fault)
    await gateways.act('fawry', referenceNumber, 'pay')
    await gateways.deliverAll()
    return transactionId
  }
  await expectOk(place('paymob'))
  const { id, provider_order_id } = await lastTransactionOf(sara)
  await ask(provider, fault)
  await gateways.act('paymob', provider_order_id ?? '', 'pay')
  await gateways.deliverAll()
  return id
}

describe.each(providers)('a notification of %s', (provider) => {
  it('that is lost is made up for by the sweep', async () => {
    const id = await payWith(provider, 'lost')
    expect(await transactionOf(id)).toMatchObject({ status: 7 })
    await sweepAfter(11)
    expect(await transactionOf(id)).toMatchObject({ status: 1 })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('that comes twice pays once', async () => {
    const id = await payWith(provider, 'duplicate')
    expect(await transactionOf(id)).toMatchObject({ status: 1 })
    expect(await countRows(`journal_entries WHERE fact_kind = 'payment' AND fact_id = ?`, id)).toBe(1)
  })

  it('that comes after the refund’s leaves the order refunded', async () => {
    const id = await payWith(provider, 'reordered')
    const { provider_order_id, merchant_ref_num } = await transactionOf(id)
    const reference =
      provider === 'paymob' ? provider_order_id : gateways.orderByMerchantNumber(merchant_ref_num)?.referenceNumber
    await gateways.act(provider, reference ?? '', 'refund')
    await gateways.deliverAll()
    await sweepAfter(11)
    expect(await transactionOf(id)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await activePlansOf(sara)).toEqual([])
  })
})

describe('a refund', () => {
  it.each([
    ...notCarriedOut.map((fault) => ['fawry', fault, ['401', '429'].includes(fault) ? 'failed' : 'pending'] as const),
    ...notCarriedOut.map((fault) => ['paymob', fault, ['401', '429'].includes(fault) ? 'failed' : 'pending'] as const),
    ['fawry', 'lost-answer', 'pending'],
    ['paymob', 'lost-answer', 'pending'],
  ] as const)(
    'at %s that is answered %s is %s, is requested once, and ends as the provider says',
    async (provider, fault, left) => {
      const adel = await newAdmin()
      let id: number
      if (provider === 'fawry') id = await payWith('fawry', 'duplicate')
      else {
        const paid = await payCheckoutWithoutCallback(gateways, sara, plan)
        await gateways.send('paymob', paid.callback.id)
        id = paid.transactionId
      }
      const { provider_ref_num: orderRefNum } = await transactionOf(id)
      await ask(provider, fault)
      const body = { orderRefNum, refundAmount: PRICE }
      expect(await outcome(callApi('POST', '/fawry/refund', { as: adel, body }))).toBe(REFUSED[provider])
      expect(await countRows('refunds WHERE tx_id = ? AND status = ?', id, left)).toBe(1)
      await sweepAfter(11)
      const isMade = fault === 'lost-answer'
      expect(await transactionOf(id)).toMatchObject(isMade ? { status: 3, refunded_amount: PRICE } : { status: 1 })
      const requests = gateways.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/refund'))
      expect(requests).toHaveLength(1)
    },
  )
})
