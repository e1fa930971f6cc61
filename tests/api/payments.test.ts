import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { admin, call, expectOk, outcome, type Person, row, run, setNow } from '#tests/people'
import { openUser } from '../party/socket.ts'
import { type Gateways, openGateways } from './gateways.ts'
import { count, lastTxOf, livingPlansOf, newPlan, PRICE, payingStudent, plansOf, posted, txOf } from './shop.ts'

/** A Wednesday noon in Cairo. */
const NOW = '2026-02-11T10:00:00Z'
const DAY = 24 * 3_600_000

let gateways: Gateways
let plan: number

beforeEach(async () => {
  setNow(NOW)
  gateways = openGateways()
  plan = await newPlan()
})
afterEach(async () => {
  await gateways.settled()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const bought = (more: object = {}) => ({ planId: plan, period: 'month', ...more })

async function reference(student: Person, more: object = {}) {
  const path = '/fawry/pay/ref-num'
  const order = await expectOk<{ transactionId: number; referenceNumber: number }>(
    call('POST', path, { as: student, body: bought(more) }),
  )
  await gateways.settled()
  return order
}

/** Adds a card on the gateway's page and answers its token. */
async function addCard(student: Person, number = '4111111111111111'): Promise<string> {
  const { url } = await expectOk<{ url: string }>(call('GET', '/fawry/card-token/url', { as: student }))
  const fields = Object.fromEntries(new URL(url).searchParams)
  const form = { ...fields, number, holder: 'SARA ALI', expiry: '12/29', cvv: '123', act: 'save' }
  const { location } = await gateways.submit('/fawry/atfawry/plugin/card-token', form)
  expect(location).toBe('http://localhost:8787/card-added?statusCode=200&statusDescription=Operation+done+successfully')
  const { cards } = await expectOk<{ cards: { token: string; lastFourDigits: string }[] }>(
    call('GET', `/fawry/card-token/list?userId=${student.id}`, { as: student }),
  )
  const card = cards.find(({ lastFourDigits }) => number.endsWith(lastFourDigits))
  if (!card) throw new Error('The card was not kept')
  return card.token
}

const payByCard = (student: Person, cardToken: string, more: object = {}) =>
  call('POST', '/fawry/pay/card', { as: student, body: bought({ cardToken, cvv: '123', ...more }) })

describe('paying by a reference number', () => {
  it('opens the plan once the number is paid, with its first week and one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await reference(sara)
    expect((await txOf(transactionId)).status).toBe(7)
    expect(await livingPlansOf(sara)).toEqual([])

    await gateways.act('fawry', referenceNumber, 'pay')
    await gateways.settled()
    const tx = await txOf(transactionId)
    expect(tx).toMatchObject({ status: 1, amount: PRICE, fees: 600, provider_ref_num: String(referenceNumber) })
    const [sub, ...more] = await plansOf(sara)
    expect(more).toEqual([])
    expect(sub).toMatchObject({ tx_id: transactionId, period: 0, start: Date.parse(NOW), terminated_at: null })
    expect((sub?.end ?? 0) - (sub?.start ?? 0)).toBe(28 * DAY)
    expect(await posted('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await posted('gateway-fee', transactionId)).toEqual({ 'gateway-fees': -600, fawry: 600 })
    const standing = await expectOk<{ info: { id: number }; remainingWeeklyMinutes: number }>(
      call('GET', `/sub/user?userId=${sara.id}`, { as: sara }),
    )
    expect(standing).toMatchObject({ info: { id: sub?.id }, remainingWeeklyMinutes: 60 })
    const trial = await row<{ terminated_at: number | null }>(
      'SELECT terminated_at FROM subscriptions WHERE user_id = ? AND period = 3',
      sara.id,
    )
    expect(trial?.terminated_at).toBe(Date.parse(NOW))
  })

  it('sends the exact wire format', async () => {
    const sara = await payingStudent()
    const { transactionId } = await reference(sara)
    const [sent] = gateways.askedOf('/ECommerceWeb/Fawry/payments/charge')
    expect(sent?.url).toBe('https://atfawry.fawrystaging.com/ECommerceWeb/Fawry/payments/charge')
    expect(sent?.body).toContain('"amount":600.55,')
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      ...{
        merchantCode: 'hessa',
        customerProfileId: sara.id,
        customerMobile: '01012345678',
        paymentMethod: 'PAYATFAWRY',
      },
      ...{ currencyCode: 'EGP', language: 'ar-eg', paymentExpiry: Date.parse(NOW) + DAY },
      chargeItems: [{ price: 600.55, quantity: 1 }],
      orderWebHookUrl: 'https://api.hessa.example/api/v1/fawry/payment-status',
      merchantRefNum: Number((await txOf(transactionId)).merchant_ref_num),
    })
  })

  it('takes the discounts of the period, and a coupon whose use is counted', async () => {
    const sara = await payingStudent()
    const now = Date.now()
    const code = `C-${crypto.randomUUID().slice(0, 8)}`
    const boss = await admin()
    await run(
      `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, max_uses, created_by, updated_by, created_at, updated_at)
       VALUES (?, ?, 10, 25, 30, ?, 1, ?, ?, ?, ?)`,
      ...[code, plan, now + DAY, boss.id, boss.id, now, now],
    )
    const { transactionId, referenceNumber } = await reference(sara, { period: 'quarter', couponCode: code })
    expect((await txOf(transactionId)).amount).toBe(121_611)
    const nour = await payingStudent()
    const again = { as: nour, body: bought({ couponCode: code }) }
    expect(await outcome(call('POST', '/fawry/pay/ref-num', again))).toBe('expired-coupon-expire-date')
    await expectOk(call('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    await gateways.settled()
    expect(await gateways.deliveries('fawry', referenceNumber)).toHaveLength(2)
    expect(await outcome(call('POST', '/fawry/pay/ref-num', again))).toBe('ok')
  })

  it('is refused beside an order that can be paid, and beside a plan', async () => {
    const sara = await payingStudent()
    const body = bought()
    const both = await Promise.all([1, 2].map(() => outcome(call('POST', '/fawry/pay/ref-num', { as: sara, body }))))
    expect(both.sort()).toEqual(['illegal', 'ok'])
    const { provider_ref_num } = await lastTxOf(sara)
    await gateways.act('fawry', provider_ref_num ?? '', 'pay')
    await gateways.settled()
    expect(await outcome(call('POST', '/fawry/pay/ref-num', { as: sara, body }))).toBe('subscription-exists')
  })

  it('asks for a phone, keeps a new one, and knows plans that are not for everybody', async () => {
    const sara = await payingStudent()
    await run('UPDATE users SET phone = NULL WHERE id = ?', sara.id)
    const pay = (more: object) => outcome(call('POST', '/fawry/pay/ref-num', { as: sara, body: bought(more) }))
    expect(await pay({})).toBe('phone-required')
    expect(await pay({ phone: '0123' })).toBe('invalid-phone')
    expect(await pay({ planId: 999_999, phone: '01155555555' })).toBe('plan-not-found')
    const closed = await newPlan({ invitesOnly: true })
    expect(await pay({ planId: closed, phone: '01155555555' })).toBe('forbidden')
    expect(await pay({ phone: '01155555555' })).toBe('ok')
    const user = await row('SELECT phone, verified_phone FROM users WHERE id = ?', sara.id)
    expect(user).toEqual({ phone: '01155555555', verified_phone: 0 })
    expect(await pay({ phone: '01055555555' })).toBe('incorrect-phone')
  })
})

describe('paying with a card', () => {
  it('goes through the bank’s password', async () => {
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
    await gateways.settled()
    expect((await txOf(transactionId)).status).toBe(1)
    expect(await livingPlansOf(sara)).toHaveLength(1)
  })

  it('fails with the bank’s reason, at once or after the password, and can be tried again', async () => {
    const sara = await payingStudent()
    const poor = await addCard(sara, '4000000000009995')
    const refused = await payByCard(sara, poor)
    expect(refused).toMatchObject({ status: 500, code: 'fawry-error' })
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/^insufficient-funds: .*99951/) })
    expect(await lastTxOf(sara)).toMatchObject({ status: 6, failure_code: '99951' })
    expect(await expectOk(call('GET', '/tx/last', { as: sara }))).toMatchObject({ failure: 'insufficient-funds' })

    const lost = await addCard(sara, '4000000000009979')
    const { redirectUrl } = await expectOk<{ redirectUrl: string }>(payByCard(sara, lost))
    await gateways.submit(new URL(redirectUrl).pathname.slice('/dev'.length), { otp: '1234', act: 'pay' })
    await gateways.settled()
    expect(await lastTxOf(sara)).toMatchObject({ status: 6, failure_code: '99941' })
    expect(await plansOf(sara)).toEqual([])
  })

  it('is collected by the bank in two or four payments', async () => {
    const sara = await payingStudent()
    const cardToken = await addCard(sara)
    const body = bought({ cardToken, cvv: '123', period: 'year', installmentPlanId: 4 })
    const path = '/fawry/pay/bank-installments'
    expect(await outcome(call('POST', path, { as: sara, body: { ...body, installmentPlanId: 3 } }))).toBe('bad-request')
    const { redirectUrl } = await expectOk<{ redirectUrl: string }>(call('POST', path, { as: sara, body }))
    await gateways.submit(new URL(redirectUrl).pathname.slice('/dev'.length), { otp: '1234', act: 'pay' })
    await gateways.settled()
    expect(await lastTxOf(sara)).toMatchObject({ status: 1, payment_method: 2, installment_plan: 4, amount: 576_528 })
  })

  it('forgets a card, and shows nobody another’s', async () => {
    const sara = await payingStudent()
    const nour = await payingStudent()
    const cardToken = await addCard(sara)
    const remove = (as: Person, token: string, userId: number) =>
      outcome(call('DELETE', '/fawry/card-token', { as, body: { cardToken: token, userId } }))
    expect(await outcome(call('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: nour }))).toBe('forbidden')
    expect(await remove(nour, cardToken, sara.id)).toBe('forbidden')
    expect(await remove(nour, cardToken, nour.id)).toBe('not-found')
    expect(await remove(sara, cardToken, sara.id)).toBe('ok')
    const { cards } = await expectOk<{ cards: unknown[] }>(
      call('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: sara }),
    )
    expect(cards).toEqual([])
  })

  it('keeps no card number and no security number', async () => {
    const sara = await payingStudent()
    await expectOk(payByCard(sara, await addCard(sara), { cvv: '987' }))
    const kept = await row<{ text: string }>(
      `SELECT group_concat(t.checkout || coalesce(i.body, '')) AS text FROM transactions t LEFT JOIN idempotency_keys i ON 1`,
    )
    expect(kept?.text ?? '').not.toMatch(/"?cvv|987|4111/)
  })
})

describe('paying with a wallet', () => {
  const pay = (student: Person) =>
    expectOk<{ transactionId: number; referenceNumber: string; walletQr: string | null }>(
      call('POST', '/fawry/pay/e-wallet', { as: student, body: bought() }),
    )

  it('shows a code to scan, or sends a notice to the phone', async () => {
    expect((await pay(await payingStudent('01012345678'))).walletQr).toMatch(/^data:image\/png;base64,/)
    expect((await pay(await payingStudent('01012345679'))).walletQr).toBeNull()
  })

  it('opens the plan when the wallet’s owner accepts', async () => {
    const sara = await payingStudent()
    const { referenceNumber } = await pay(sara)
    await gateways.submit(`/fawry/wallet/${referenceNumber}`, { act: 'pay' })
    await gateways.settled()
    expect(await livingPlansOf(sara)).toHaveLength(1)
  })
})

describe('an order that a coupon has paid whole', () => {
  it('opens the plan at once, asks no provider and posts nothing', async () => {
    const [sara, boss, now] = [await payingStudent(), await admin(), Date.now()]
    await run(
      `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, created_by, updated_by, created_at, updated_at)
       VALUES ('WHOLE', ?, 100, 100, 100, ?, ?, ?, ?, ?)`,
      ...[plan, now + DAY, boss.id, boss.id, now, now],
    )
    const { transactionId } = await reference(sara, { couponCode: 'WHOLE' })
    expect(await txOf(transactionId)).toMatchObject({ status: 1, amount: 0 })
    expect(await livingPlansOf(sara)).toHaveLength(1)
    expect(gateways.asked).toEqual([])
    expect(await posted('payment', transactionId)).toEqual({})
    expect(await outcome(call('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('subscription-uncancellable')
  })
})

describe('the student’s tabs', () => {
  it('hear of every step of an order', async () => {
    const sara = await payingStudent()
    const tab = await openUser(sara)
    const { transactionId, referenceNumber } = await reference(sara)
    await gateways.act('fawry', referenceNumber, 'pay')
    await gateways.settled()
    await gateways.act('fawry', referenceNumber, 'refund')
    await gateways.settled()
    expect(await tab.hear('TransactionStatusUpdate', 3)).toEqual([7, 1, 3].map((status) => ({ transactionId, status })))
    await tab.close()
  })
})

describe('an order that is not paid', () => {
  it('is cancelled here and at the gateway, by its owner or an admin', async () => {
    const [sara, nour, boss] = await Promise.all([payingStudent(), payingStudent(), admin()])
    const cancel = (as: Person, transactionId: number) =>
      outcome(call('POST', '/fawry/cancel-unpaid-order', { as, body: { transactionId } }))
    const first = await reference(sara)
    expect(await cancel(nour, first.transactionId)).toBe('forbidden')
    expect(await cancel(sara, 999_999)).toBe('transaction-not-found')
    expect(await cancel(sara, first.transactionId)).toBe('ok')
    expect((await txOf(first.transactionId)).status).toBe(2)
    expect(await cancel(sara, first.transactionId)).toBe('bad-request')
    const second = await reference(sara)
    expect(await cancel(boss, second.transactionId)).toBe('ok')
    expect(await count(`audit_entries WHERE act = 'fawry.cancelOrder' AND actor_id = ?`, boss.id)).toBe(1)
  })

  it('is cancelled although the gateway forgot it, and not when the gateway is away', async () => {
    const sara = await payingStudent()
    const { transactionId } = await reference(sara)
    gateways.loseRequests((path) => path.includes('cancel') || path.includes('status'))
    const cancel = () => outcome(call('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    expect(await cancel()).toBe('fawry-error')
    expect((await txOf(transactionId)).status).toBe(7)
    gateways.loseRequests(() => false)
    expect(await cancel()).toBe('ok')
  })

  it('was paid in the very moment: the payment counts', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await reference(sara)
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    const cancel = call('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } })
    expect(await outcome(cancel)).toBe('bad-request')
    expect((await txOf(transactionId)).status).toBe(1)
    expect(await livingPlansOf(sara)).toHaveLength(1)
  })

  it('has failed when the gateway did not answer, and a late payment of it counts all the same', async () => {
    const sara = await payingStudent()
    gateways.loseRequests((path) => path.endsWith('/charge'))
    expect(await outcome(call('POST', '/fawry/pay/ref-num', { as: sara, body: bought() }))).toBe('fawry-error')
    gateways.loseRequests(() => false)
    expect(await lastTxOf(sara)).toMatchObject({ status: 6, failure_code: 'no-answer' })
    expect(await outcome(call('POST', '/fawry/pay/ref-num', { as: sara, body: bought() }))).toBe('ok')
  })
})

describe('what the gateway says when it is asked', () => {
  it('is shown, and taken over on demand', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const { transactionId, referenceNumber } = await reference(sara)
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    const status = `/fawry/payment-status?transactionId=${transactionId}`
    expect(await outcome(call('GET', status, { as: nour }))).toBe('forbidden')
    expect(await expectOk(call('GET', status, { as: sara }))).toEqual({
      ...{ orderRefNum: String(referenceNumber), orderStatus: 1, paymentMethod: 3 },
    })
    expect((await txOf(transactionId)).status).toBe(7)
    const sync = (as: Person) => outcome(call('POST', '/fawry/payment-status/sync', { as, body: { transactionId } }))
    expect(await sync(nour)).toBe('forbidden')
    expect([await sync(sara), await sync(sara)]).toEqual(['ok', 'ok'])
    expect(await livingPlansOf(sara)).toHaveLength(1)
  })
})

describe('the second provider', () => {
  const checkout = (student: Person, paymentMethod = 0) =>
    call('POST', '/paymob/create-checkout-url', { as: student, body: { planId: plan, planPeriod: 0, paymentMethod } })

  it('takes the payment on its own page, and opens the plan', async () => {
    const sara = await payingStudent()
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout(sara))
    const page = new URL(checkoutUrl)
    expect(`${page.origin}${page.pathname}`).toBe('https://accept.paymob.com/unifiedcheckout/')
    expect(page.searchParams.get('publicKey')).toBe('hessa-local-paymob-public')
    expect(JSON.parse(gateways.askedOf('/v1/intention/')[0]?.body ?? '{}')).toMatchObject({
      ...{ amount: PRICE, currency: 'EGP', payment_methods: [4001], expiration: 3600 },
      billing_data: { first_name: 'سارة', last_name: 'علي', phone_number: '+201012345678' },
      notification_url: 'https://api.hessa.example/api/v1/paymob/on-checkout',
    })
    await gateways.submit(`/paymob/unifiedcheckout/${page.search}`, {
      act: 'pay',
      otp: '1234',
      number: '5123456789012346',
    })
    await gateways.settled()
    const tx = await lastTxOf(sara)
    expect(tx).toMatchObject({ status: 1, amount: PRICE })
    expect(tx.provider_ref_num).toMatch(/^22\d{7}$/)
    expect(await posted('payment', tx.id)).toEqual({ paymob: -PRICE, sales: PRICE })
    expect(await livingPlansOf(sara)).toHaveLength(1)
  })

  it('gives money back on an admin’s word', async () => {
    const [sara, boss] = await Promise.all([payingStudent(), admin()])
    await expectOk(checkout(sara))
    const { provider_order_id } = await lastTxOf(sara)
    await gateways.act('paymob', provider_order_id ?? '', 'pay')
    await gateways.settled()
    const { id, provider_ref_num: orderRefNum } = await lastTxOf(sara)
    const refund = (refundAmount: number) =>
      expectOk(call('POST', '/fawry/refund', { as: boss, body: { orderRefNum, refundAmount } }))
    await refund(10_000)
    await gateways.settled()
    expect(await txOf(id)).toMatchObject({ status: 5, refunded_amount: 10_000 })
    await refund(PRICE - 10_000)
    await gateways.settled()
    expect(await txOf(id)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await count('refunds WHERE tx_id = ?', id)).toBe(2)
    expect(await livingPlansOf(sara)).toEqual([])
  })

  it('expires without a word', async () => {
    const sara = await payingStudent()
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout(sara))
    const { id, provider_order_id } = await lastTxOf(sara)
    await gateways.act('paymob', provider_order_id ?? '', 'expire')
    const page = await gateways.open(`/paymob/unifiedcheckout/${new URL(checkoutUrl).search}`)
    expect(await page.text()).not.toContain('name="act"')
    const status = `/fawry/payment-status?transactionId=${id}`
    expect(await expectOk(call('GET', status, { as: sara }))).toMatchObject({ orderStatus: 0 })
    await expectOk(call('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId: id } }))
    expect((await txOf(id)).status).toBe(2)
  })

  it('waits for a wallet, and fails with a refusal', async () => {
    const sara = await payingStudent()
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout(sara, 1))
    const page = `/paymob/unifiedcheckout/${new URL(checkoutUrl).search}`
    await gateways.submit(page, { act: 'pending' })
    await gateways.settled()
    expect((await lastTxOf(sara)).status).toBe(7)
    await gateways.submit(page, { act: 'refuse' })
    await gateways.settled()
    expect((await lastTxOf(sara)).status).toBe(6)
  })

  it('needs a full name and a phone', async () => {
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

describe('the list of payments', () => {
  it('shows a student their own, and an admin everybody’s', async () => {
    const [sara, nour, boss] = await Promise.all([payingStudent(), payingStudent(), admin()])
    expect(await expectOk(call('GET', '/tx/last', { as: nour }))).toBeNull()
    const { transactionId } = await reference(sara)
    const { provider_ref_num: referenceNumber } = await txOf(transactionId)
    expect(await expectOk(call('GET', '/tx/last', { as: sara }))).toMatchObject({
      ...{ id: transactionId, status: 7, checkout: { referenceNumber }, failure: null },
    })
    expect(await outcome(call('GET', `/tx/${transactionId}`, { as: nour }))).toBe('forbidden')
    expect(await outcome(call('GET', '/tx/999999', { as: sara }))).toBe('transaction-not-found')
    const list = async (as: Person, query: string) =>
      (await expectOk<{ list: { id: number }[]; total: number }>(call('GET', `/tx/list?${query}`, { as }))).list
    expect((await list(sara, `users[]=${nour.id}`)).map(({ id }) => id)).toEqual([transactionId])
    expect(await list(nour, '')).toEqual([])
    expect((await list(boss, `users[]=${sara.id}&statuses[]=7&amount[gte]=${PRICE}`)).map(({ id }) => id)).toEqual([
      transactionId,
    ])
    expect(await list(boss, `users[]=${sara.id}&statuses[]=1`)).toEqual([])
  })
})
