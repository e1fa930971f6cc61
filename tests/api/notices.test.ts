import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, expectOk, type Person, row, rows, run, setNow } from '#tests/people'
import { type Gateways, notify, openGateways } from './gateways.ts'
import { count, livingPlansOf, newPlan, PRICE, payingStudent, plansOf, posted, txOf } from './shop.ts'

const NOW = '2026-02-11T10:00:00Z'

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

async function order(student: Person) {
  const placed = await expectOk<{ transactionId: number; referenceNumber: number }>(
    call('POST', '/fawry/pay/ref-num', { as: student, body: { planId: plan, period: 'month' } }),
  )
  await gateways.settled()
  return placed
}

/** An order that was paid, and whose notice is still in the gateway's hands. */
async function paidUnheard(student: Person) {
  const placed = await order(student)
  await gateways.act('fawry', placed.referenceNumber, 'pay', { deliver: false })
  const notices = await gateways.deliveries('fawry', placed.referenceNumber)
  const notice = notices.at(-1)
  if (!notice) throw new Error('The gateway wrote no notice')
  return { ...placed, notice, body: JSON.parse(notice.body) as Record<string, unknown> }
}

/** Everything about money and minutes that a notice could change. */
async function books(student: Person) {
  const [tx, subs, entries, inbox, minutes] = await Promise.all([
    rows('SELECT id, status, updated_at FROM transactions WHERE user_id = ?', student.id),
    rows('SELECT id, terminated_at FROM subscriptions WHERE user_id = ?', student.id),
    count('journal_entries'),
    count('payment_inbox'),
    count('minute_entries'),
  ])
  return { tx, subs, entries, inbox, minutes }
}

describe('the gateway’s notice', () => {
  it('told five hundred times at once opens one plan with one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, notice } = await paidUnheard(sara)
    const { statuses } = await gateways.send('fawry', notice.id, { times: 500 })
    expect(statuses).toEqual({ 200: 500 })
    expect(await plansOf(sara)).toHaveLength(1)
    expect(await posted('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await count('journal_entries WHERE fact_kind = ? AND fact_id = ?', 'payment', transactionId)).toBe(1)
    expect(await count('payment_inbox WHERE tx_id = ?', transactionId)).toBe(2)
    const [sub] = await plansOf(sara)
    expect(await count(`minute_entries WHERE subscription_id = ? AND kind = 'grant'`, sub?.id)).toBe(1)
    expect((await txOf(transactionId)).status).toBe(1)
  }, 120_000)

  it('with a wrong signature, or with anything changed, is refused and changes nothing', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const { body, notice } = await paidUnheard(sara)
    const other = await order(nour)
    const before = await books(sara)
    const forged: Record<string, unknown>[] = [
      { messageSignature: String(body.messageSignature).replace(/^./, (first) => (first === '0' ? '1' : '0')) },
      { messageSignature: '' },
      { paymentAmount: 1, orderAmount: 1 },
      { orderAmount: 1 },
      { orderStatus: 'REFUNDED' },
      { merchantRefNumber: (await txOf(other.transactionId)).merchant_ref_num },
      { fawryRefNumber: '1' },
      { paymentMethod: 'CARD' },
      { paymentRefrenceNumber: '1' },
    ]
    for (const change of forged) {
      const answer = await notify('/fawry/payment-status', { ...body, ...change })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'forbidden' })
    }
    for (const corrupt of ['signature', 'amount'])
      expect((await gateways.send('fawry', notice.id, { corrupt })).statuses).toEqual({ 403: 1 })
    expect(await books(sara)).toEqual(before)
  })

  it('signed well but not about our order is refused and changes nothing', async () => {
    const sara = await payingStudent()
    const { body, transactionId } = await paidUnheard(sara)
    const before = await books(sara)
    const refused = async () => (await notify('/fawry/payment-status', body)).status
    expect((await notify('/fawry/payment-status', { ...body, customerMerchantId: '1' })).status).toBe(400)
    for (const change of [
      'amount = amount + 1',
      'payment_method = 0',
      `merchant_ref_num = '1'`,
      `provider_ref_num = 'x'`,
    ]) {
      const own = await row<Record<string, unknown>>('SELECT * FROM transactions WHERE id = ?', transactionId)
      await run(`UPDATE transactions SET ${change} WHERE id = ?`, transactionId)
      expect(await refused()).toBe(400)
      const [column = ''] = change.split(' = ')
      await run(`UPDATE transactions SET ${column} = ? WHERE id = ?`, own?.[column], transactionId)
    }
    expect(await books(sara)).toEqual(before)
    expect(await refused()).toBe(200)
    expect(await livingPlansOf(sara)).toHaveLength(1)
  })

  it('that comes late and in any order leaves the order where the gateway has it', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await paidUnheard(sara)
    await gateways.act('fawry', referenceNumber, 'refund', { deliver: false })
    const notices = await gateways.deliveries('fawry', referenceNumber)
    for (const notice of notices.toReversed()) await gateways.send('fawry', notice.id, { times: 3 })
    for (const notice of notices) await gateways.send('fawry', notice.id)
    expect(await txOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await livingPlansOf(sara)).toEqual([])
    expect(await posted('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    const refund = await row<{ id: number }>('SELECT id FROM refunds WHERE tx_id = ?', transactionId)
    expect(await posted('refund', refund?.id ?? 0)).toEqual({ sales: -PRICE, fawry: PRICE })
  })

  it('ends the plan and gives the coming lesson up when everything was refunded', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber, notice } = await paidUnheard(sara)
    await gateways.send('fawry', notice.id)
    expect(await livingPlansOf(sara)).toHaveLength(1)
    await gateways.act('fawry', referenceNumber, 'refund')
    await gateways.settled()
    expect(await txOf(transactionId)).toMatchObject({ status: 3 })
    expect(await livingPlansOf(sara)).toEqual([])
  })

  it('of a payment for an order that was given up, beside a new plan, gives the money back', async () => {
    const sara = await payingStudent()
    const first = await paidUnheard(sara)
    // The student gave the first order up at a moment at which the gateway had not heard of it.
    await run('UPDATE transactions SET status = 2 WHERE id = ?', first.transactionId)
    const second = await paidUnheard(sara)
    await gateways.send('fawry', second.notice.id)
    await gateways.send('fawry', first.notice.id)
    await vi.waitFor(async () => expect(await txOf(first.transactionId)).toMatchObject({ status: 3 }), {
      timeout: 5000,
    })
    expect(await livingPlansOf(sara)).toMatchObject([{ tx_id: second.transactionId }])
    expect(await posted('payment', first.transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await count(`refunds WHERE tx_id = ? AND status = 'done'`, first.transactionId)).toBe(1)
  })

  it('and a cancellation at the same moment end in one state', async () => {
    for (let round = 0; round < 8; round++) {
      const sara = await payingStudent()
      const { transactionId, notice } = await paidUnheard(sara)
      const body = { transactionId }
      const [cancelled] = await Promise.all([
        call('POST', '/fawry/cancel-unpaid-order', { as: sara, body }),
        gateways.send('fawry', notice.id, { times: 3 }),
      ])
      expect((await txOf(transactionId)).status).toBe(1)
      expect(cancelled.code).toBe('bad-request')
      expect(await livingPlansOf(sara)).toHaveLength(1)
    }
  })

  it('of an order that was cancelled in time opens nothing', async () => {
    const sara = await payingStudent()
    const { transactionId, referenceNumber } = await order(sara)
    await expectOk(call('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    await gateways.settled()
    const notices = await gateways.deliveries('fawry', referenceNumber)
    expect(notices.map(({ body }) => JSON.parse(body).orderStatus)).toEqual(['NEW', 'CANCELED'])
    for (const notice of notices) await gateways.send('fawry', notice.id, { times: 2 })
    expect((await txOf(transactionId)).status).toBe(2)
    expect(await plansOf(sara)).toEqual([])
  })
})

describe('the second provider’s notice', () => {
  async function paidCheckout(student: Person) {
    const body = { planId: plan, planPeriod: 0, paymentMethod: 0 }
    await expectOk(call('POST', '/paymob/create-checkout-url', { as: student, body }))
    const tx = await row<{ id: number; order: string }>(
      'SELECT id, provider_order_id AS "order" FROM transactions WHERE user_id = ? ORDER BY id DESC LIMIT 1',
      student.id,
    )
    const reference = tx?.order ?? ''
    await gateways.act('paymob', reference, 'pay', { deliver: false })
    const [notice] = await gateways.deliveries('paymob', reference)
    if (!notice || !tx) throw new Error('The provider wrote no notice')
    return { transactionId: tx.id, reference, notice }
  }

  it('told a hundred times at once opens one plan with one posting', async () => {
    const sara = await payingStudent()
    const { transactionId, notice } = await paidCheckout(sara)
    expect((await gateways.send('paymob', notice.id, { times: 100 })).statuses).toEqual({ 200: 100 })
    expect(await plansOf(sara)).toHaveLength(1)
    expect(await posted('payment', transactionId)).toEqual({ paymob: -PRICE, sales: PRICE })
  }, 60_000)

  it('that was forged or is not about our order changes nothing', async () => {
    const sara = await payingStudent()
    const { transactionId, notice, reference } = await paidCheckout(sara)
    const before = await books(sara)
    for (const corrupt of ['signature', 'amount'])
      expect((await gateways.send('paymob', notice.id, { corrupt })).statuses).toEqual({ 403: 1 })
    const path = `/paymob/on-checkout${new URL(notice.url).search}`
    const signed = JSON.parse(notice.body) as { obj: Record<string, unknown> }
    for (const change of [
      { success: false },
      { id: 1 },
      { currency: 'USD' },
      { integration_id: 4002 },
      { is_refunded: true },
    ])
      expect((await notify(path, { ...signed, obj: { ...signed.obj, ...change } })).status).toBe(403)
    await run('UPDATE transactions SET amount = amount + 1 WHERE id = ?', transactionId)
    expect((await gateways.send('paymob', notice.id)).statuses).toEqual({ 400: 1 })
    await run('UPDATE transactions SET amount = amount - 1, payment_method = 1 WHERE id = ?', transactionId)
    expect((await gateways.send('paymob', notice.id)).statuses).toEqual({ 400: 1 })
    await run(`UPDATE transactions SET payment_method = 0, provider_order_id = 'x' WHERE id = ?`, transactionId)
    expect((await gateways.send('paymob', notice.id)).statuses).toEqual({ 404: 1 })
    await run('UPDATE transactions SET provider_order_id = ? WHERE id = ?', reference, transactionId)
    expect(await books(sara)).toEqual(before)
  })

  it('of refunds in parts posts each part, and the whole ends the plan', async () => {
    const sara = await payingStudent()
    const { transactionId, notice, reference } = await paidCheckout(sara)
    await gateways.send('paymob', notice.id)
    await gateways.act('paymob', reference, 'refund', { amount: 10_000 })
    await gateways.act('paymob', reference, 'refund', { amount: 5_000 })
    await gateways.settled()
    expect(await txOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 15_000 })
    expect(await livingPlansOf(sara)).toHaveLength(1)
    await gateways.act('paymob', reference, 'refund')
    await gateways.settled()
    for (const one of await gateways.deliveries('paymob', reference))
      await gateways.send('paymob', one.id, { times: 2 })
    expect(await txOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await livingPlansOf(sara)).toEqual([])
    expect(await count('refunds WHERE tx_id = ?', transactionId)).toBe(3)
  })
})
