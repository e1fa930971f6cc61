import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, row, run } from '#tests/people'
import { openUserSocket } from '../party/socket.ts'
import type { Gateways } from './gateways.ts'
import { addCard as addCardAt, placeReferenceOrder, withGateways } from './order-fixtures.ts'
import {
  activePlansOf,
  countRows,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
  plansOf,
  postingsOf,
  transactionOf,
} from './payment-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

/** A Wednesday noon in Cairo. */
const NOW = '2026-02-11T10:00:00Z'
const DAY = 24 * 3_600_000

let gateways: Gateways
let plan: number

withGateways(NOW, async (opened) => {
  gateways = opened
  plan = await newPlan()
})

const orderBody = (more: object = {}) => ({ planId: plan, period: 'month', ...more })

const placeOrder = (student: Person, more: object = {}) =>
  placeReferenceOrder(gateways, student, { planId: plan, ...more })

const addCard = (student: Person, number?: string) => addCardAt(gateways, student, number)

const payByCard = (student: Person, cardToken: string, more: object = {}) =>
  callApi('POST', '/fawry/pay/card', { as: student, body: orderBody({ cardToken, cvv: '123', ...more }) })

describe('paying with a reference number', () => {
  it('creates the subscription once the number is paid, with its first week and one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await placeOrder(sara)
    expect((await transactionOf(transactionId)).status).toBe(7)
    expect(await activePlansOf(sara)).toEqual([])

    await gateways.act('fawry', referenceNumber, 'pay')
    await gateways.deliverAll()
    const tx = await transactionOf(transactionId)
    expect(tx).toMatchObject({ status: 1, amount: PRICE, fees: 600, provider_ref_num: String(referenceNumber) })
    const [sub, ...more] = await plansOf(sara)
    expect(more).toEqual([])
    expect(sub).toMatchObject({ tx_id: transactionId, period: 0, start: Date.parse(NOW), terminated_at: null })
    expect((sub?.end ?? 0) - (sub?.start ?? 0)).toBe(28 * DAY)
    expect(await postingsOf('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await postingsOf('gateway-fee', transactionId)).toEqual({ 'gateway-fees': -600, fawry: 600 })
    const subscription = await expectOk<{ info: { id: number }; remainingWeeklyMinutes: number }>(
      callApi('GET', `/sub/user?userId=${sara.id}`, { as: sara }),
    )
    expect(subscription).toMatchObject({ info: { id: sub?.id }, remainingWeeklyMinutes: 60 })
    const trial = await row<{ terminated_at: number | null }>(
      'SELECT terminated_at FROM subscriptions WHERE user_id = ? AND period = 3',
      sara.id,
    )
    expect(trial?.terminated_at).toBe(Date.parse(NOW))
  })

  it('sends the exact wire format', async () => {
    const sara = await payingStudent()
    const { transactionId } = await placeOrder(sara)
    const [sent] = gateways.requestsTo('/ECommerceWeb/Fawry/payments/charge')
    expect(sent?.url).toBe('https://atfawry.fawrystaging.com/ECommerceWeb/Fawry/payments/charge')
    expect(sent?.body).toContain('"amount":600.55,')
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      merchantCode: 'hessa',
      customerProfileId: sara.id,
      customerMobile: '01012345678',
      paymentMethod: 'PAYATFAWRY',
      currencyCode: 'EGP',
      language: 'ar-eg',
      paymentExpiry: Date.parse(NOW) + DAY,
      chargeItems: [{ price: 600.55, quantity: 1 }],
      orderWebHookUrl: 'https://api.hessa.example/api/v1/fawry/payment-status',
      merchantRefNum: Number((await transactionOf(transactionId)).merchant_ref_num),
    })
  })

  it('applies the discount of the period and a coupon; a coupon’s use is returned by a cancellation', async () => {
    const sara = await payingStudent()
    const now = Date.now()
    const code = `C-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
    const adel = await newAdmin()
    await run(
      `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, max_uses, created_by, updated_by, created_at, updated_at)
       VALUES (?, ?, 10, 25, 30, ?, 1, ?, ?, ?, ?)`,
      code,
      plan,
      now + DAY,
      adel.id,
      adel.id,
      now,
      now,
    )
    const { transactionId, referenceNumber } = await placeOrder(sara, { period: 'quarter', couponCode: code })
    expect((await transactionOf(transactionId)).amount).toBe(121_611)
    const nour = await payingStudent()
    const again = { as: nour, body: orderBody({ couponCode: code }) }
    expect(await outcome(callApi('POST', '/fawry/pay/ref-num', again))).toBe('expired-coupon-expire-date')
    await expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    await gateways.deliverAll()
    expect(await gateways.deliveries('fawry', referenceNumber)).toHaveLength(2)
    expect(await outcome(callApi('POST', '/fawry/pay/ref-num', again))).toBe('ok')
  })

  it('is refused while another order is open, and while a subscription is active', async () => {
    const sara = await payingStudent()
    const body = orderBody()
    const both = await Promise.all([1, 2].map(() => outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body }))))
    expect(both.sort()).toEqual(['illegal', 'ok'])
    const { provider_ref_num } = await lastTransactionOf(sara)
    await gateways.act('fawry', provider_ref_num ?? '', 'pay')
    await gateways.deliverAll()
    expect(await outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body }))).toBe('subscription-exists')
  })

  it('requires a phone, stores a new one, and refuses plans for invited students', async () => {
    const sara = await payingStudent()
    await run('UPDATE users SET phone = NULL WHERE id = ?', sara.id)
    const pay = (more: object) => outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body: orderBody(more) }))
    expect(await pay({})).toBe('phone-required')
    expect(await pay({ phone: '0123' })).toBe('invalid-phone')
    expect(await pay({ planId: 999_999, phone: '01155555555' })).toBe('plan-not-found')
    const forInvited = await newPlan({ invitesOnly: true })
    expect(await pay({ planId: forInvited, phone: '01155555555' })).toBe('forbidden')
    expect(await pay({ phone: '01155555555' })).toBe('ok')
    const user = await row('SELECT phone, verified_phone FROM users WHERE id = ?', sara.id)
    expect(user).toEqual({ phone: '01155555555', verified_phone: 0 })
    expect(await pay({ phone: '01055555555' })).toBe('incorrect-phone')
  })
})

describe('an account without a name of two parts', () => {
  it('orders nothing, whatever the provider and though nothing is left to pay', async () => {
    const [sara, adel, now] = [await payingStudent(), await newAdmin(), Date.now()]
    await run(
      `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, created_by, updated_by, created_at, updated_at)
       VALUES ('FREE', ?, 100, 100, 100, ?, ?, ?, ?, ?)`,
      plan,
      now + DAY,
      adel.id,
      adel.id,
      now,
      now,
    )
    const paymob = { planId: plan, planPeriod: 0, paymentMethod: 0 }
    for (const name of [null, 'سارة']) {
      await run('UPDATE users SET name = ? WHERE id = ?', name, sara.id)
      const orders = [
        callApi('POST', '/fawry/pay/ref-num', { as: sara, body: orderBody() }),
        callApi('POST', '/fawry/pay/e-wallet', { as: sara, body: orderBody() }),
        callApi('POST', '/fawry/pay/ref-num', { as: sara, body: orderBody({ couponCode: 'FREE' }) }),
        callApi('POST', '/paymob/create-checkout-url', { as: sara, body: paymob }),
        payByCard(sara, 'a-token'),
      ]
      expect(await Promise.all(orders.map(outcome))).toEqual(orders.map(() => 'api-invalid-user-name'))
    }
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(0)
    expect(await activePlansOf(sara)).toEqual([])
  })
})

describe('paying with a card', () => {
  it('requires the bank’s password', async () => {
    const sara = await payingStudent()
    const token = await addCard(sara)
    const { transactionId, redirectUrl } = await expectOk<{ transactionId: number; redirectUrl: string }>(
      payByCard(sara, token),
    )
    const page = new URL(redirectUrl).pathname.slice('/dev'.length)
    const wrong = await gateways.submit(page, { otp: '0000', act: 'pay' })
    expect(wrong.location).toBeNull()
    const right = await gateways.submit(page, { otp: '1234', act: 'pay' })
    expect(right.location).toContain('http://localhost:8787/card-added?statusCode=200')
    await gateways.deliverAll()
    expect((await transactionOf(transactionId)).status).toBe(1)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('fails with the bank’s reason, at the charge or after the password, and can be retried', async () => {
    const sara = await payingStudent()
    const withoutFunds = await addCard(sara, '4000000000009995')
    const refused = await payByCard(sara, withoutFunds)
    expect(refused).toMatchObject({ status: 500, code: 'fawry-error' })
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/^insufficient-funds: .*99951/) })
    expect(await lastTransactionOf(sara)).toMatchObject({ status: 6, failure_code: '99951' })
    expect(await expectOk(callApi('GET', '/tx/last', { as: sara }))).toMatchObject({ failure: 'insufficient-funds' })

    const lost = await addCard(sara, '4000000000009979')
    const { redirectUrl } = await expectOk<{ redirectUrl: string }>(payByCard(sara, lost))
    await gateways.submit(new URL(redirectUrl).pathname.slice('/dev'.length), { otp: '1234', act: 'pay' })
    await gateways.deliverAll()
    expect(await lastTransactionOf(sara)).toMatchObject({ status: 6, failure_code: '99941' })
    expect(await plansOf(sara)).toEqual([])
  })

  it('can be split into two or four bank installments', async () => {
    const sara = await payingStudent()
    const cardToken = await addCard(sara)
    const body = orderBody({ cardToken, cvv: '123', period: 'year', installmentPlanId: 4 })
    const path = '/fawry/pay/bank-installments'
    expect(await outcome(callApi('POST', path, { as: sara, body: { ...body, installmentPlanId: 3 } }))).toBe(
      'bad-request',
    )
    const { redirectUrl } = await expectOk<{ redirectUrl: string }>(callApi('POST', path, { as: sara, body }))
    await gateways.submit(new URL(redirectUrl).pathname.slice('/dev'.length), { otp: '1234', act: 'pay' })
    await gateways.deliverAll()
    expect(await lastTransactionOf(sara)).toMatchObject({
      status: 1,
      payment_method: 2,
      installment_plan: 4,
      amount: 576_528,
    })
  })

  it('deletes a card; nobody sees or deletes another’s cards', async () => {
    const sara = await payingStudent()
    const nour = await payingStudent()
    const cardToken = await addCard(sara)
    const remove = (as: Person, token: string, userId: number) =>
      outcome(callApi('DELETE', '/fawry/card-token', { as, body: { cardToken: token, userId } }))
    expect(await outcome(callApi('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: nour }))).toBe('forbidden')
    expect(await remove(nour, cardToken, sara.id)).toBe('forbidden')
    expect(await remove(nour, cardToken, nour.id)).toBe('not-found')
    expect(await remove(sara, cardToken, sara.id)).toBe('ok')
    const { cards } = await expectOk<{ cards: unknown[] }>(
      callApi('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: sara }),
    )
    expect(cards).toEqual([])
  })

  it('deletes a student’s card for an admin, and logs that without its token', async () => {
    const [sara, dina] = await Promise.all([payingStudent(), newAdmin()])
    const cardToken = await addCard(sara)
    await expectOk(callApi('DELETE', '/fawry/card-token', { as: dina, body: { cardToken, userId: sara.id } }))
    const entry = await lastAuditEntry('fawry.deleteCard')
    expect(entry).toMatchObject({ actor_id: dina.id, target_kind: 'user', target_id: sara.id })
    expect(JSON.stringify(entry)).not.toContain(cardToken)
  })

  it('stores neither card numbers nor security codes', async () => {
    const sara = await payingStudent()
    await expectOk(payByCard(sara, await addCard(sara), { cvv: '987' }))
    const stored = await row<{ text: string }>(
      `SELECT group_concat(t.checkout || coalesce(i.body, '')) AS text FROM transactions t LEFT JOIN idempotency_keys i ON 1`,
    )
    expect(stored?.text ?? '').not.toMatch(/"?cvv|987|4111/)
  })
})

describe('paying with a wallet', () => {
  const pay = (student: Person) =>
    expectOk<{ transactionId: number; referenceNumber: string; walletQr: string | null }>(
      callApi('POST', '/fawry/pay/e-wallet', { as: student, body: orderBody() }),
    )

  it('answers a QR code, or none when the wallet asks on the phone', async () => {
    expect((await pay(await payingStudent('01012345678'))).walletQr).toMatch(/^data:image\/png;base64,/)
    expect((await pay(await payingStudent('01012345679'))).walletQr).toBeNull()
  })

  it('creates the subscription when the wallet’s owner accepts', async () => {
    const sara = await payingStudent()
    const { referenceNumber } = await pay(sara)
    await gateways.submit(`/fawry/wallet/${referenceNumber}`, { act: 'pay' })
    await gateways.deliverAll()
    expect(await activePlansOf(sara)).toHaveLength(1)
  })
})

describe('an order that a coupon covers completely', () => {
  it('creates the subscription at once, calls no provider and posts nothing', async () => {
    const [sara, adel, now] = [await payingStudent(), await newAdmin(), Date.now()]
    await run(
      `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, created_by, updated_by, created_at, updated_at)
       VALUES ('WHOLE', ?, 100, 100, 100, ?, ?, ?, ?, ?)`,
      plan,
      now + DAY,
      adel.id,
      adel.id,
      now,
      now,
    )
    const { transactionId } = await placeOrder(sara, { couponCode: 'WHOLE' })
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, amount: 0 })
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(gateways.requests).toEqual([])
    expect(await postingsOf('payment', transactionId)).toEqual({})
    expect(await outcome(callApi('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('subscription-uncancellable')
  })
})

describe('the student’s connections', () => {
  it('receive every status of an order', async () => {
    const sara = await payingStudent()
    const tab = await openUserSocket(sara)
    const { transactionId, referenceNumber } = await placeOrder(sara)
    await gateways.act('fawry', referenceNumber, 'pay')
    await gateways.deliverAll()
    await gateways.act('fawry', referenceNumber, 'refund')
    await gateways.deliverAll()
    expect(await tab.receive('TransactionStatusUpdate', 3)).toEqual(
      [7, 1, 3].map((status) => ({ transactionId, status })),
    )
    await tab.close()
  })
})
