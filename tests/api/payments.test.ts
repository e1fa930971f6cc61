import { describe, expect, it, vi } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, row, run, setNow } from '#tests/people'
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

describe('a saved card', () => {
  const cardsOf = async (student: Person) =>
    (
      await expectOk<{ cards: { token: string; lastFourDigits: string; firstSixDigits: string }[] }>(
        callApi('GET', `/fawry/card-token/list?userId=${student.id}`, { as: student }),
      )
    ).cards

  it('is shown with four digits where the gateway sends a number without its leading zeros', async () => {
    const sara = await payingStudent()
    await addCard(sara, '4000000000000069')
    expect(await cardsOf(sara)).toMatchObject([{ firstSixDigits: '400000', lastFourDigits: '0069' }])
  })

  it('that was deleted at the gateway is not shown, cannot be paid with, and is not found when it is deleted', async () => {
    const sara = await payingStudent()
    const cardToken = await addCard(sara)
    gateways.deleteCards(sara.id)
    expect(await cardsOf(sara)).toEqual([])
    expect(await outcome(payByCard(sara, cardToken))).toBe('fawry-error')
    expect(await plansOf(sara)).toEqual([])
    const body = { cardToken, userId: sara.id }
    expect(await outcome(callApi('DELETE', '/fawry/card-token', { as: sara, body }))).toBe('not-found')
  })

  it('is paid with at once where the account of the gateway asks no bank', async () => {
    const sara = await payingStudent()
    const cardToken = await addCard(sara)
    gateways.changeAnswers(async (path, answer) => {
      if (!path.endsWith('/payments/charge')) return answer
      const { merchant_ref_num } = await lastTransactionOf(sara)
      const referenceNumber = gateways.orderByMerchantNumber(merchant_ref_num)?.referenceNumber ?? ''
      await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
      return Response.json({ statusCode: 200, fawryRefNumber: Number(referenceNumber), orderStatus: 'PAID' })
    })
    const { transactionId } = await expectOk<{ transactionId: number }>(payByCard(sara, cardToken))
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1, amount: PRICE })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })
})

describe('paying in instalments', () => {
  type Plan = { id: number; bank: string; months: number; rate: number; minAmount: number; maxAmount: number | null }
  const PATH = '/fawry/pay/bank-installments'
  const plansFor = async (student: Person) =>
    (
      await expectOk<{ plans: (Plan & { cardPrefixes: string[] })[] }>(
        callApi('GET', '/fawry/installment-plans', { as: student }),
      )
    ).plans
  const charges = () => gateways.requestsTo('/ECommerceWeb/Fawry/payments/charge')

  it('offers the plans of the account, by the gateway’s ids', async () => {
    const plans = await plansFor(await payingStudent())
    expect(plans).toContainEqual({
      id: 1203,
      bank: 'CIB',
      months: 6,
      rate: 650,
      minAmount: 50_000,
      maxAmount: 5_000_000,
      cardPrefixes: ['411111', '512345'],
    })
    expect(plans.find(({ id }) => id === 1204)).toMatchObject({ rate: 1200, maxAmount: null })
  })

  it('asks the gateway for the plans once in an hour', async () => {
    const sara = await payingStudent()
    const asked = () => gateways.requestsTo('/ECommerceWeb/api/merchant/installment-plans').length
    const timer = vi.spyOn(performance, 'now')
    const begun = performance.now() + 3 * 3_600_000
    const counts = []
    for (const minute of [0, 59, 61]) {
      timer.mockReturnValue(begun + minute * 60_000)
      await plansFor(sara)
      counts.push(asked())
    }
    timer.mockRestore()
    expect(counts).toEqual([1, 1, 2])
  })

  it('charges the card by the plan’s id, and the bank confirms', async () => {
    const sara = await payingStudent()
    const body = orderBody({ cardToken: await addCard(sara), cvv: '123', period: 'year', installmentPlanId: 1204 })
    const { redirectUrl } = await expectOk<{ redirectUrl: string }>(callApi('POST', PATH, { as: sara, body }))
    expect(JSON.parse(charges()[0]?.body ?? '{}')).toMatchObject({ installmentPlanId: 1204 })
    await gateways.submit(new URL(redirectUrl).pathname.slice('/dev'.length), { otp: '1234', act: 'pay' })
    await gateways.deliverAll()
    expect(await lastTransactionOf(sara)).toMatchObject({
      status: 1,
      payment_method: 2,
      installment_plan_id: 1204,
      amount: 576_528,
    })
  })

  it('refuses a plan that the account does not have, or that does not take the sum, before any order', async () => {
    const sara = await payingStudent()
    const pay = (more: object) =>
      outcome(callApi('POST', PATH, { as: sara, body: orderBody({ cardToken: 'x', cvv: '123', ...more }) }))
    expect(await pay({ installmentPlanId: 4 })).toBe('not-found')
    expect(await pay({ installmentPlanId: 1217 })).toBe('bad-request')
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(0)
    expect(charges()).toEqual([])
  })

  it('of another bank’s card are refused by the gateway', async () => {
    const sara = await payingStudent()
    const body = orderBody({ cardToken: await addCard(sara), cvv: '123', period: 'year', installmentPlanId: 1217 })
    expect(await outcome(callApi('POST', PATH, { as: sara, body }))).toBe('fawry-error')
  })

  it('answers an error where the gateway does not tell its plans', async () => {
    const sara = await payingStudent()
    const timer = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 9 * 3_600_000)
    gateways.answerInstead(() => Response.json({ statusCode: 9901 }, { status: 401 }))
    expect(await outcome(callApi('GET', '/fawry/installment-plans', { as: sara }))).toBe('fawry-error')
    timer.mockRestore()
  })
})

describe('paying with a wallet', () => {
  type Placed = { transactionId: number; referenceNumber: string; walletQr: string | null }
  const PHONE = '01112345678'
  const pay = (student: Person, more: object = {}) =>
    expectOk<Placed>(callApi('POST', '/fawry/pay/e-wallet', { as: student, body: orderBody(more) }))
  const again = (student: Person, transactionId: number, more: object = {}) =>
    callApi('POST', '/fawry/pay/e-wallet/again', { as: student, body: { transactionId, ...more } })
  const afterMinutes = (count: number) => setNow(Date.parse(NOW) + count * 60_000)
  const lastCharge = () => JSON.parse(gateways.requestsTo('/ECommerceWeb/api/payments/charge').at(-1)?.body ?? '{}')

  it('asks the wallet of the number, or answers a QR code without one', async () => {
    const [sara, nour] = [await payingStudent(), await payingStudent()]
    expect((await pay(sara, { walletPhone: PHONE })).walletQr).toBeNull()
    expect(lastCharge()).toMatchObject({ debitMobileWalletNo: PHONE, customerMobile: '01012345678' })
    expect(await expectOk(callApi('GET', '/tx/last', { as: sara }))).toMatchObject({ checkout: { walletPhone: PHONE } })
    expect((await pay(nour)).walletQr).toMatch(/^data:image\/PNG;base64,/)
    expect(lastCharge()).not.toHaveProperty('debitMobileWalletNo')
  })

  it('creates the subscription when the wallet’s owner accepts', async () => {
    const sara = await payingStudent()
    const { referenceNumber } = await pay(sara)
    await gateways.submit(`/fawry/wallet/${referenceNumber}`, { act: 'pay' })
    await gateways.deliverAll()
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('asks again, also another number or by QR, with one order that can be paid at a time', async () => {
    const sara = await payingStudent()
    const first = await pay(sara, { walletPhone: PHONE, period: 'quarter' })
    afterMinutes(1)
    const second = await expectOk<Placed>(again(sara, first.transactionId, { walletPhone: '01212345678' }))
    expect(lastCharge()).toMatchObject({ debitMobileWalletNo: '01212345678' })
    afterMinutes(2)
    const third = await expectOk<Placed>(again(sara, second.transactionId))
    expect(third.walletQr).not.toBeNull()
    for (const { transactionId, referenceNumber } of [first, second]) {
      expect(await transactionOf(transactionId)).toMatchObject({ status: 2 })
      expect(gateways.order(referenceNumber)).toMatchObject({ status: 'CANCELED' })
    }
    const [before, after] = [await transactionOf(first.transactionId), await transactionOf(third.transactionId)]
    expect(after).toMatchObject({ status: 7, amount: before.amount })
    await gateways.act('fawry', third.referenceNumber, 'pay')
    await gateways.deliverAll()
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: third.transactionId, period: 1 }])
  })

  it('asks again only for an open order of a wallet, a minute after the last request, and three times in a row', async () => {
    const [sara, nour] = [await payingStudent(), await payingStudent()]
    let { transactionId } = await pay(sara, { walletPhone: PHONE })
    expect(await outcome(again(sara, transactionId))).toBe('too-many-requests')
    expect(await outcome(again(nour, transactionId))).toBe('forbidden')
    for (const minute of [1, 2, 3]) {
      afterMinutes(minute)
      transactionId = (await expectOk<Placed>(again(sara, transactionId, { walletPhone: PHONE }))).transactionId
    }
    afterMinutes(5)
    expect(await outcome(again(sara, transactionId))).toBe('too-many-requests')
    expect(await transactionOf(transactionId)).toMatchObject({ status: 7 })
    const { transactionId: cash } = await placeOrder(nour)
    afterMinutes(7)
    expect(await outcome(again(nour, cash))).toBe('bad-request')
    expect(await outcome(again(sara, 999_999))).toBe('transaction-not-found')
  })

  it('that was accepted meanwhile is paid and not asked again', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await pay(sara, { walletPhone: PHONE })
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    afterMinutes(1)
    expect(await outcome(again(sara, transactionId))).toBe('bad-request')
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
    expect(await countRows('transactions WHERE user_id = ?', sara.id)).toBe(1)
  })

  it('keeps its coupon when it is asked again', async () => {
    const [sara, adel, now] = [await payingStudent(), await newAdmin(), Date.now()]
    await run(
      `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, max_uses, created_by, updated_by, created_at, updated_at)
       VALUES ('HALF1', ?, 50, 50, 50, ?, 1, ?, ?, ?, ?)`,
      plan,
      now + DAY,
      adel.id,
      adel.id,
      now,
      now,
    )
    const { transactionId } = await pay(sara, { couponCode: 'HALF1' })
    afterMinutes(1)
    const second = await expectOk<Placed>(again(sara, transactionId))
    expect(await transactionOf(second.transactionId)).toMatchObject({ amount: 30_027, coupon_discount: 30_028 })
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
