import { createHmac } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, run } from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import { type Gateways, notify } from './gateways.ts'
import { payCheckoutWithoutCallback, sweepAt, withGateways } from './order-fixtures.ts'
import {
  activePlansOf,
  countRows,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
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

describe('paying with Paymob', () => {
  const shownTo = (student: Person) => expectOk(callApi('GET', '/tx/last', { as: student }))
  const checkout = (student: Person, paymentMethod = 0) =>
    callApi('POST', '/paymob/create-checkout-url', {
      as: student,
      body: { planId: plan, planPeriod: 0, paymentMethod },
    })

  it('takes the payment on the provider’s page and creates the subscription', async () => {
    const sara = await payingStudent()
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout(sara))
    const page = new URL(checkoutUrl)
    expect(`${page.origin}${page.pathname}`).toBe('https://accept.paymob.com/unifiedcheckout/')
    expect(page.searchParams.get('publicKey')).toBe('hessa-local-paymob-public')
    expect(JSON.parse(gateways.requestsTo('/v1/intention/')[0]?.body ?? '{}')).toMatchObject({
      amount: PRICE,
      currency: 'EGP',
      payment_methods: [4001],
      expiration: 3600,
      billing_data: { first_name: 'سارة', last_name: 'علي', phone_number: '+201012345678' },
      notification_url: 'https://api.hessa.example/api/v1/paymob/on-checkout',
    })
    await gateways.submit(`/paymob/unifiedcheckout/${page.search}`, {
      act: 'pay',
      otp: '1234',
      number: '5123456789012346',
    })
    await gateways.deliverAll()
    const tx = await lastTransactionOf(sara)
    expect(tx).toMatchObject({ status: 1, amount: PRICE })
    expect(tx.provider_ref_num).toMatch(/^22\d{7}$/)
    expect(await postingsOf('payment', tx.id)).toEqual({ paymob: -PRICE, sales: PRICE })
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(await shownTo(sara)).toMatchObject({ id: tx.id, failure: null })
  })

  it('is refunded by an admin, in parts', async () => {
    const [sara, adel] = await Promise.all([payingStudent(), newAdmin()])
    await expectOk(checkout(sara))
    const { provider_order_id } = await lastTransactionOf(sara)
    await gateways.act('paymob', provider_order_id ?? '', 'pay')
    await gateways.deliverAll()
    const { id, provider_ref_num: orderRefNum } = await lastTransactionOf(sara)
    const refund = (refundAmount: number) =>
      expectOk(callApi('POST', '/fawry/refund', { as: adel, body: { orderRefNum, refundAmount } }))
    await refund(10_000)
    await gateways.deliverAll()
    expect(await transactionOf(id)).toMatchObject({ status: 5, refunded_amount: 10_000 })
    await refund(PRICE - 10_000)
    await gateways.deliverAll()
    expect(await transactionOf(id)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await countRows('refunds WHERE tx_id = ?', id)).toBe(2)
    expect(await activePlansOf(sara)).toEqual([])
  })

  it('expires without a callback, and can then be cancelled', async () => {
    const sara = await payingStudent()
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout(sara))
    const { id, provider_order_id } = await lastTransactionOf(sara)
    await gateways.act('paymob', provider_order_id ?? '', 'expire')
    const page = await gateways.open(`/paymob/unifiedcheckout/${new URL(checkoutUrl).search}`)
    expect(await page.text()).not.toContain('name="act"')
    const status = `/fawry/payment-status?transactionId=${id}`
    expect(await expectOk(callApi('GET', status, { as: sara }))).toMatchObject({ orderStatus: 0 })
    await expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId: id } }))
    expect((await transactionOf(id)).status).toBe(2)
  })

  it('stays pending while the wallet has not answered, and fails when it refuses', async () => {
    const sara = await payingStudent()
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout(sara, 1))
    const page = `/paymob/unifiedcheckout/${new URL(checkoutUrl).search}`
    await gateways.submit(page, { act: 'pending' })
    await gateways.deliverAll()
    expect((await lastTransactionOf(sara)).status).toBe(7)
    await gateways.submit(page, { act: 'refuse' })
    await gateways.deliverAll()
    expect((await lastTransactionOf(sara)).status).toBe(6)
    expect(await shownTo(sara)).toMatchObject({ failure: 'declined' })
  })

  it('requires a full name and a phone', async () => {
    const sara = await payingStudent()
    await run('UPDATE users SET name = ? WHERE id = ?', 'سارة', sara.id)
    expect(await outcome(checkout(sara))).toBe('api-invalid-user-name')
    await run('UPDATE users SET name = ?, phone = NULL WHERE id = ?', 'سارة علي', sara.id)
    expect(await outcome(checkout(sara))).toBe('phone-required')
    gateways.loseRequests(() => true)
    await run('UPDATE users SET phone = ? WHERE id = ?', '01012345678', sara.id)
    expect(await outcome(checkout(sara))).toBe('service-unavailable')
  })
})

describe('an inquiry at Paymob', () => {
  const sweepAfterMinutes = (count: number) => sweepAt(Date.parse(NOW) + count * 60_000)
  const isToken = (path: string) => path === '/api/auth/tokens'
  const inquiries = () => gateways.requests.filter(({ url }) => url.includes('/transaction_inquiry'))

  it('finds a payment whose callback was lost, with a token that is renewed once it is refused', async () => {
    const sara = await payingStudent()
    const { transactionId } = await payCheckoutWithoutCallback(gateways, sara, plan)
    let refusals = 1
    gateways.answerInstead((path) => {
      if (!path.endsWith('/transaction_inquiry') || refusals === 0) return null
      refusals -= 1
      return Response.json({ detail: 'incorrect credentials' }, { status: 401 })
    })
    await sweepAfterMinutes(11)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
    expect(inquiries().length).toBeGreaterThan(1)
  })

  it('without a token concludes nothing: an unpaid order neither expires nor fails', async () => {
    const sara = await payingStudent()
    const { transactionId } = await payCheckoutWithoutCallback(gateways, sara, plan)
    gateways.answerInstead((path) =>
      isToken(path) || path.endsWith('/transaction_inquiry') ? Response.json({}, { status: 401 }) : null,
    )
    await sweepAfterMinutes(90)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 7 })
    gateways.answerInstead(() => null)
    await sweepAfterMinutes(101)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
  })

  it('expires an order that nobody paid', async () => {
    const sara = await payingStudent()
    const body = { planId: plan, planPeriod: 0, paymentMethod: 0 }
    await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: sara, body }))
    await sweepAfterMinutes(90)
    expect(await lastTransactionOf(sara)).toMatchObject({ status: 4 })
  })

  it('answered with a refund books no second payment and asks for no refund of it', async () => {
    const sara = await payingStudent()
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.send('paymob', callback.id)
    await gateways.act('paymob', reference, 'refund', { amount: 10_000, deliver: false })
    await sweepAfterMinutes(25 * 60)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 10_000 })
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(1)
    expect(gateways.requestsTo('/api/acceptance/void_refund/refund')).toEqual([])
    expect(await postingsOf('payment', transactionId)).toEqual({ paymob: -PRICE, sales: PRICE })
  })

  it('finds a payment that went back as a whole before its callback arrived, named or not', async () => {
    const sara = await payingStudent()
    const { transactionId, reference } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.act('paymob', reference, 'refund', { deliver: false })
    await sweepAfterMinutes(11)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await postingsOf('payment', transactionId)).toEqual({ paymob: -PRICE, sales: PRICE })
    expect(await activePlansOf(sara)).toEqual([])
  })

  it('answered with a part that went back of an unnamed payment finds that in the list, and without a list leaves the order as it is', async () => {
    const sara = await payingStudent()
    const { transactionId, reference } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.act('paymob', reference, 'refund', { amount: 10_000, deliver: false })
    gateways.answerInstead((path) => (path === '/api/acceptance/transactions' ? Response.json({}) : null))
    await sweepAfterMinutes(90)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 7 })
    gateways.answerInstead(() => null)
    await sweepAfterMinutes(101)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 10_000 })
    expect(await postingsOf('payment', transactionId)).toEqual({ paymob: -PRICE, sales: PRICE })
  })
})

describe('a refund at Paymob', () => {
  it('that is pending there is neither refused nor final until the running total says so', async () => {
    const [sara, adel] = await Promise.all([payingStudent(), newAdmin()])
    const { transactionId, reference, callback } = await payCheckoutWithoutCallback(gateways, sara, plan)
    await gateways.send('paymob', callback.id)
    const { provider_ref_num: orderRefNum } = await transactionOf(transactionId)
    const pending = { id: 5, success: false, pending: true, amount_cents: 10_000, has_parent_transaction: true }
    gateways.answerInstead((path) => (path.endsWith('/refund') ? Response.json(pending, { status: 201 }) : null))
    const body = { orderRefNum, refundAmount: 10_000 }
    expect(await outcome(callApi('POST', '/fawry/refund', { as: adel, body }))).toBe('service-unavailable')
    expect(await countRows(`refunds WHERE tx_id = ? AND status = 'pending'`, transactionId)).toBe(1)
    gateways.answerInstead(() => null)
    await gateways.act('paymob', reference, 'refund', { amount: 10_000 })
    await gateways.deliverAll()
    await vi.waitFor(async () =>
      expect(await transactionOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 10_000 }),
    )
    expect(await countRows(`refunds WHERE tx_id = ? AND status = 'done'`, transactionId)).toBe(1)
  })
})

describe('a card saved at Paymob', () => {
  const card = {
    id: 8,
    token: 'e98aceb96f5a370d',
    masked_pan: 'xxxx-xxxx-xxxx-2346',
    merchant_id: 30_211,
    card_subtype: 'MasterCard',
    created_at: '2026-02-11T10:00:00.503781',
    email: 'sara@example.com',
    order_id: '310000001',
  }
  const deliver = async (hmac: string) =>
    (await notify(`/paymob/on-checkout?hmac=${hmac}`, { type: 'TOKEN', obj: card })).status
  const signatureOf = ({
    card_subtype,
    created_at,
    email,
    id,
    masked_pan,
    merchant_id,
    order_id,
    token,
  }: typeof card) =>
    createHmac('sha512', localKeys.PAYMOB_HMAC_SECRET)
      .update([card_subtype, created_at, email, id, masked_pan, merchant_id, order_id, token].join(''))
      .digest('hex')

  it('is accepted where it is signed', async () => {
    expect(await deliver(signatureOf(card))).toBe(200)
    expect(await deliver(signatureOf({ ...card, token: 'another' }))).toBe(403)
    expect(await deliver('')).toBe(403)
  })
})
