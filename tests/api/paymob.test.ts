import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, run } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { withGateways } from './order-fixtures.ts'
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
