/** A success of a provider that proves nothing: unreadable, empty, or of another order (docs/rules/money.md 5.4, 6.7). */
import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, row } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { addCard, buyPlan, isCharge, payCheckoutWithoutCallback, sweepAt, withGateways } from './order-fixtures.ts'
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
const MINUTE = 60_000

let gateways: Gateways
let plan: number
let sara: Person
let adel: Person

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
  sara = await payingStudent()
  adel = await newAdmin()
})

const sweepAfter = (minutes: number) => sweepAt(Date.parse(NOW) + minutes * MINUTE)
const html = () => new Response('<!doctype html><title>OK</title>', { headers: { 'content-type': 'text/html' } })
const json = (body: unknown, status = 200) => Response.json(body, { status })
const DONE = { statusCode: 200, statusDescription: 'Operation done successfully' }

describe('a charge', () => {
  const CHARGES: Record<string, () => Response> = {
    'a page of HTML': html,
    'an empty object': () => json({}),
    'a list': () => json([]),
    'a success without a number': () => json(DONE),
    'a success with an empty number': () => json({ ...DONE, referenceNumber: '' }),
    'a success with words for a number': () => json({ ...DONE, referenceNumber: 'pending' }),
    'a success with an object for a number': () => json({ ...DONE, referenceNumber: {} }),
    'the success of another order': () => json({ ...DONE, referenceNumber: 950, merchantRefNumber: '1' }),
    'an error of the server without a code': () => json({}, 500),
    'a success that is a redirect': () => json({}, 302),
  }

  for (const [name, answer] of Object.entries(CHARGES))
    it(`answered with ${name} has failed, and what the gateway made of it is cancelled`, async () => {
      gateways.changeAnswers((path, made) => (isCharge(path) ? answer() : made))
      const body = { planId: plan, period: 'month' }
      expect(await outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body }))).toBe('fawry-error')
      const { id, merchant_ref_num } = await lastTransactionOf(sara)
      expect(await transactionOf(id)).toMatchObject({ status: 6, failure_code: 'no-answer', provider_ref_num: null })
      await sweepAfter(11)
      expect(gateways.orderByMerchantNumber(merchant_ref_num)).toMatchObject({ status: 'CANCELED' })
    })

  it('by card without the page of its bank has failed, and is cancelled', async () => {
    const cardToken = await addCard(gateways, sara)
    const redirects = [
      { nextAction: {} },
      { nextAction: { redirectUrl: '' } },
      { nextAction: { redirectUrl: 'javascript:1' } },
    ]
    for (const more of [{}, ...redirects]) {
      gateways.changeAnswers((path, made) => (isCharge(path) ? json({ ...DONE, ...more }) : made))
      const body = { planId: plan, period: 'month', cardToken, cvv: '123' }
      expect(await outcome(callApi('POST', '/fawry/pay/card', { as: sara, body }))).toBe('fawry-error')
      expect(await lastTransactionOf(sara)).toMatchObject({ status: 6, failure_code: 'no-answer' })
    }
    const { merchant_ref_num } = await lastTransactionOf(sara)
    await sweepAfter(11)
    expect(gateways.orderByMerchantNumber(merchant_ref_num)).toMatchObject({ status: 'CANCELED' })
  })

  it('that is refused says why', async () => {
    const refusals = [() => json({ statusCode: 99951 }), () => json({ code: '9901' }), () => json({}, 401)]
    for (const answer of refusals) {
      gateways.answerInstead((path) => (isCharge(path) ? answer() : null))
      const body = { planId: plan, period: 'month' }
      expect(await outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body }))).toBe('fawry-error')
    }
    const codes = await countRows(
      `transactions WHERE user_id = ? AND status = 6 AND failure_code IN ('99951', '9901', '401')`,
      sara.id,
    )
    expect(codes).toBe(3)
  })

  it('at the other provider is read as strictly', async () => {
    const body = { planId: plan, planPeriod: 0, paymentMethod: 0 }
    const checkout = () => outcome(callApi('POST', '/paymob/create-checkout-url', { as: sara, body }))
    const answers = [
      html,
      () => json({}),
      () => json({ client_secret: 'x' }),
      () => json({ client_secret: '', intention_order_id: 5 }),
      () => json({ client_secret: 'x', intention_order_id: 'later' }),
      () => json({ client_secret: 'x', intention_order_id: 5, special_reference: '1' }),
      () => json({ detail: 'Internal error' }, 500),
    ]
    for (const answer of answers) {
      gateways.answerInstead(answer)
      expect(await checkout()).toBe('service-unavailable')
      expect(await lastTransactionOf(sara)).toMatchObject({ status: 6, failure_code: 'no-answer' })
    }
    gateways.answerInstead(() => null)
    expect(await checkout()).toBe('ok')
  })
})

const refundsOf = (transactionId: number) =>
  row<{ status: string; accepted_at: number | null }>(
    'SELECT status, accepted_at FROM refunds WHERE tx_id = ? ORDER BY id DESC LIMIT 1',
    transactionId,
  )
const isRefund = (path: string) => path.endsWith('/refund')

async function paidOrder(provider: 'fawry' | 'paymob') {
  if (provider === 'fawry') {
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, plan)
    return { transactionId, reference: String(referenceNumber) }
  }
  const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
  await gateways.send('paymob', callback.id)
  return { transactionId, reference }
}

async function refund(transactionId: number, refundAmount = PRICE) {
  const orderRefNum = (await transactionOf(transactionId)).provider_ref_num
  return outcome(callApi('POST', '/fawry/refund', { as: adel, body: { orderRefNum, refundAmount } }))
}

describe('a refund', () => {
  const EMPTY: Record<string, () => Response> = {
    'a page of HTML': html,
    'an empty object': () => json({}),
    'a list': () => json([]),
    'an error of the server': () => json({}, 500),
  }

  for (const provider of ['fawry', 'paymob'] as const)
    for (const [name, answer] of Object.entries(EMPTY))
      it(`at ${provider} answered with ${name} is not done, and is looked up`, async () => {
        const { transactionId } = await paidOrder(provider)
        const refused = provider === 'fawry' ? 'fawry-error' : 'service-unavailable'
        gateways.answerInstead((path) => (isRefund(path) ? answer() : null))
        expect(await refund(transactionId)).toBe(refused)
        expect(await refundsOf(transactionId)).toEqual({ status: 'pending', accepted_at: null })
        await sweepAfter(6)
        expect(await refundsOf(transactionId)).toMatchObject({ status: 'failed' })
        gateways.answerInstead(() => null)
        gateways.changeAnswers((path, made) => (isRefund(path) ? answer() : made))
        expect(await refund(transactionId)).toBe(refused)
        expect(await transactionOf(transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
        await sweepAfter(12)
        expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
        expect(await countRows(`refunds WHERE tx_id = ? AND status = 'done'`, transactionId)).toBe(1)
      })

  it('of another payment, or of another amount, is not taken for this one', async () => {
    const { transactionId } = await paidOrder('paymob')
    const paid = Number((await transactionOf(transactionId)).provider_ref_num)
    const others = [
      { id: 1, success: true, amount_cents: PRICE - 1 },
      { id: 1, success: true, amount_cents: PRICE, parent_transaction: paid + 1 },
      { success: true },
      { id: 1, success: 'true' },
    ]
    for (const [place, other] of others.entries()) {
      gateways.answerInstead((path) => (isRefund(path) ? json(other) : null))
      expect(await refund(transactionId)).toBe('service-unavailable')
      expect(await refundsOf(transactionId)).toEqual({ status: 'pending', accepted_at: null })
      await sweepAfter(6 * (place + 1))
      expect(await refundsOf(transactionId)).toMatchObject({ status: 'failed' })
    }
  })

  for (const provider of ['fawry', 'paymob'] as const)
    it(`that ${provider} has accepted is final when its status says so, and is neither repeated nor given up before`, async () => {
      const { transactionId, reference } = await paidOrder(provider)
      const accepted = provider === 'fawry' ? DONE : { id: 77, success: true, amount_cents: PRICE }
      gateways.answerInstead((path) => (isRefund(path) ? json(accepted) : null))
      expect(await refund(transactionId)).toBe(provider === 'fawry' ? 'fawry-error' : 'service-unavailable')
      for (const minutes of [0, 6, 30, 24 * 60]) {
        await sweepAfter(minutes)
        expect(await refundsOf(transactionId)).toEqual({ status: 'pending', accepted_at: Date.parse(NOW) })
        expect(await transactionOf(transactionId)).toMatchObject({ status: 1, refunded_amount: 0 })
      }
      expect(await activePlansOf(sara)).toHaveLength(1)
      expect(await refund(transactionId)).toBe('illegal')
      await gateways.act(provider, reference, 'refund', { deliver: false })
      await sweepAfter(24 * 60 + 10)
      expect(await refundsOf(transactionId)).toMatchObject({ status: 'done' })
      expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
      expect(await activePlansOf(sara)).toEqual([])
      const { id } = (await row<{ id: number }>('SELECT id FROM refunds WHERE tx_id = ?', transactionId)) ?? { id: 0 }
      expect(await countRows(`journal_entries WHERE fact_kind = 'refund' AND fact_id = ?`, id)).toBe(1)
      expect(await countRows('refunds WHERE tx_id = ?', transactionId)).toBe(1)
    })

  it('of one part after another is final by the acceptance and a status that agrees', async () => {
    const { transactionId } = await paidOrder('fawry')
    expect([await refund(transactionId, 10_000), await refund(transactionId, 5_000)]).toEqual(['ok', 'ok'])
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 15_000 })
  })

  it('waits for the provider’s status where that cannot be asked for', async () => {
    const { transactionId } = await paidOrder('fawry')
    gateways.loseRequests((path) => path.includes('/status/'))
    expect(await refund(transactionId)).toBe('fawry-error')
    expect(await refundsOf(transactionId)).toEqual({ status: 'pending', accepted_at: Date.parse(NOW) })
    gateways.loseRequests(() => false)
    await sweepAfter(6)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
  })
})

describe('the list of saved cards', () => {
  it('is refused where it is not readable', async () => {
    const list = () => outcome(callApi('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: sara }))
    const answers = [
      html,
      () => json({}),
      () => json({ ...DONE, cards: {} }),
      () => json({ ...DONE, cards: [{ token: '' }] }),
    ]
    for (const answer of answers) {
      gateways.answerInstead(answer)
      expect(await list()).toBe('fawry-error')
    }
    gateways.answerInstead(() => json(DONE))
    expect(await expectOk(callApi('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: sara }))).toEqual({
      cards: [],
    })
  })
})
