import { describe, expect, it } from 'vitest'
import type { QueueEntry } from '#contract/dashboard'
import { callApi, expectOk, newSuperAdmin, type Person, row, rows, run, setNow, triggerJob } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { buyPlan, payCheckoutWithoutCallback, placeReferenceOrder, sweepAt, withGateways } from './order-fixtures.ts'
import {
  activePlansOf,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
  postingsOf,
  transactionOf,
} from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000

let gateways: Gateways
let plan: number
let sara: Person
let adel: Person

withGateways(NOW, async (opened) => {
  await run('UPDATE transactions SET compare_at = NULL')
  await run('UPDATE payment_differences SET closed_at = found_at WHERE closed_at IS NULL')
  gateways = opened
  plan = await newPlan()
  sara = await payingStudent()
  adel = await newSuperAdmin()
})

const nightAfter = async (nights: number) => {
  setNow(Date.parse(NOW) + (14 + 24 * (nights - 1)) * HOUR)
  await triggerJob('compare-orders')
}
type Named = { field: string; ours: string; theirs: string; closed_at: number | null }
const namedOf = (transactionId: number) =>
  rows<Named>(
    'SELECT field, ours, theirs, closed_at FROM payment_differences WHERE tx_id = ? ORDER BY id',
    transactionId,
  )
const lastOutcome = async () => {
  const last = await row<{ outcome: string }>(
    `SELECT outcome FROM job_runs WHERE name = 'compare-orders' ORDER BY id DESC`,
  )
  return JSON.parse(last?.outcome ?? 'null')
}
const troubles = async () => {
  const { kinds } = await expectOk<{ kinds: QueueEntry[] }>(callApi('GET', '/dashboard/queue', { as: adel }))
  return kinds.find(({ kind }) => kind === 'payment')?.items.filter(({ trouble }) => trouble === 'order-differs') ?? []
}

describe('the nightly comparison with the providers', () => {
  it('finds nothing where all agrees, and asks once', async () => {
    const { transactionId } = await buyPlan(gateways, sara, plan)
    const nour = await payingStudent()
    const canceled = await placeReferenceOrder(gateways, nour, { planId: plan })
    const body = { transactionId: canceled.transactionId }
    await expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: nour, body }))
    const checkout = await payCheckoutWithoutCallback(gateways, nour, plan)
    await gateways.send('paymob', checkout.callback.id)
    await nightAfter(1)
    expect(await lastOutcome()).toEqual({ agreed: 3, differing: 0, failed: 0 })
    for (const id of [transactionId, canceled.transactionId, checkout.transactionId])
      expect(await namedOf(id)).toEqual([])
    await nightAfter(2)
    expect(await lastOutcome()).toEqual({ agreed: 0, differing: 0, failed: 0 })
  })

  it('takes over a payment of a cancelled order whose notice was lost, and names it', async () => {
    const { transactionId, referenceNumber } = await placeReferenceOrder(gateways, sara, { planId: plan })
    await expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: sara, body: { transactionId } }))
    await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
    await nightAfter(1)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
    expect(await activePlansOf(sara)).toHaveLength(1)
    expect(await postingsOf('payment', transactionId)).toEqual({ fawry: -PRICE, sales: PRICE })
    expect(await namedOf(transactionId)).toEqual([
      { field: 'status', ours: 'ended', theirs: 'paid', closed_at: Date.now() },
    ])
    expect(await troubles()).toEqual([])
  })

  it('names what it cannot take over, as a payment in trouble, until it agrees', async () => {
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, plan)
    const change = (amount: number, number: string) =>
      run('UPDATE transactions SET provider_ref_num = ? WHERE id = ?', number, transactionId).then(() =>
        run('UPDATE transactions SET fees = ? WHERE id = ?', amount, transactionId),
      )
    await change(600, '1')
    await nightAfter(1)
    const difference = { field: 'number', ours: '1', theirs: String(referenceNumber) }
    expect(await namedOf(transactionId)).toEqual([{ ...difference, closed_at: null }])
    await nightAfter(2)
    expect(await namedOf(transactionId)).toEqual([{ ...difference, closed_at: null }])
    expect(await troubles()).toMatchObject([{ id: transactionId }])
    const timeline = await expectOk<{ differences: object[] }>(
      callApi('GET', `/tx/${transactionId}/timeline`, { as: adel }),
    )
    expect(timeline.differences).toMatchObject([{ ...difference, closedAt: null }])
    await triggerJob('prove-ledger')
    const proof = await row<{ findings: string }>('SELECT findings FROM ledger_proofs ORDER BY id DESC LIMIT 1')
    expect(JSON.parse(proof?.findings ?? '[]')).toContainEqual({
      what: 'orders that differ from their provider’s record',
      expected: 0,
      found: 1,
    })
    await change(600, String(referenceNumber))
    await nightAfter(3)
    expect(await namedOf(transactionId)).toEqual([{ ...difference, closed_at: Date.now() }])
    expect(await troubles()).toEqual([])
  })

  it('names an order that the provider does not know, and a part that was given back there', async () => {
    const { transactionId } = await buyPlan(gateways, sara, plan)
    await run(`UPDATE transactions SET merchant_ref_num = '4' WHERE id = ?`, transactionId)
    const nour = await payingStudent()
    const checkout = await payCheckoutWithoutCallback(gateways, nour, plan)
    await gateways.send('paymob', checkout.callback.id)
    await gateways.act('paymob', checkout.reference, 'refund', { amount: 10_000, deliver: false })
    await nightAfter(1)
    expect(await namedOf(transactionId)).toEqual([{ field: 'order', ours: 'paid', theirs: 'unknown', closed_at: null }])
    expect(await namedOf(checkout.transactionId)).toEqual([
      { field: 'status', ours: 'paid', theirs: 'refunded-in-part', closed_at: Date.now() },
      { field: 'refunded', ours: '0.00', theirs: '100.00', closed_at: Date.now() },
    ])
    expect(await transactionOf(checkout.transactionId)).toMatchObject({ status: 5, refunded_amount: 10_000 })
  })

  it('finds no difference in an attempt that the bank has not decided, and takes it over once it is', async () => {
    const body = { planId: plan, planPeriod: 0, paymentMethod: 1 }
    const checkout = callApi('POST', '/paymob/create-checkout-url', { as: sara, body })
    const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkout)
    const page = `/paymob/unifiedcheckout/${new URL(checkoutUrl).search}`
    await gateways.submit(page, { act: 'pending' })
    const { id, provider_order_id: reference } = await lastTransactionOf(sara)
    await sweepAt(Date.parse(NOW) + 25 * HOUR)
    expect(await transactionOf(id)).toMatchObject({ status: 4 })
    for (const nights of [3, 4]) {
      await nightAfter(nights)
      expect(await lastOutcome()).toEqual({ agreed: 1, differing: 0, failed: 0 })
    }
    expect(await namedOf(id)).toEqual([])
    await gateways.act('paymob', reference ?? '', 'pay', { deliver: false })
    await nightAfter(5)
    expect(await transactionOf(id)).toMatchObject({ status: 1 })
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('leaves out nothing: an order whose provider does not answer is compared the next night', async () => {
    const { transactionId, referenceNumber } = await buyPlan(gateways, sara, plan)
    const nour = await payingStudent()
    const other = await buyPlan(gateways, nour, plan)
    await gateways.act('fawry', referenceNumber, 'refund', { deliver: false })
    await gateways.act('fawry', other.referenceNumber, 'refund', { deliver: false })
    const number = (await transactionOf(transactionId)).merchant_ref_num
    gateways.answerInstead((_path, url) => (url.includes(number) ? new Response('<html>') : null))
    await nightAfter(1)
    expect(await lastOutcome()).toEqual({ agreed: 0, differing: 1, failed: 1 })
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
    expect(await transactionOf(other.transactionId)).toMatchObject({ status: 3 })
    gateways.answerInstead(() => null)
    await nightAfter(2)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
  })
})
