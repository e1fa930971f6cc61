/** Reports of a gateway that are truly its own and do not fit our order, come too early, or come while others fail. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/eventually'
import { callApi, expectOk, newAdmin, outcome, type Person, row, rows } from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import { type Gateways, notify } from './gateways.ts'
import { isCharge, payWithoutNotification, placeReferenceOrder, sweepAt, withGateways } from './order-fixtures.ts'
import {
  activePlansOf,
  countRows,
  lastTransactionOf,
  newPlan,
  PRICE,
  payingStudent,
  plansOf,
  type TransactionRow,
  transactionOf,
} from './payment-fixtures.ts'

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

const sweepAfter = (minutes: number) => sweepAt(Date.parse(NOW) + minutes * MINUTE)

type Report = Record<string, unknown>

/** The report with the gateway's own signature over what it says now. */
function signed(report: Report): Report {
  const text = [
    report.fawryRefNumber,
    report.merchantRefNumber,
    Number(report.paymentAmount).toFixed(2),
    Number(report.orderAmount).toFixed(2),
    report.orderStatus,
    report.paymentMethod,
    report.paymentRefrenceNumber ?? '',
  ].join('')
  const messageSignature = createHash('sha256').update(`${text}${localKeys.FAWRY_SECURE_KEY}`).digest('hex')
  return { ...report, messageSignature }
}

describe('a report with the gateway’s own signature', () => {
  /** What is wrong in it, by the field that the refusal names. */
  const WRONG: Record<string, (report: Report) => Report> = {
    paymentAmount: () => ({ paymentAmount: 600.54 }),
    orderAmount: () => ({ orderAmount: 600.54, paymentAmount: 600.54 }),
    fawryRefNumber: ({ fawryRefNumber }) => ({ fawryRefNumber: `${fawryRefNumber}1` }),
    customerMerchantId: ({ customerMerchantId }) => ({ customerMerchantId: `${customerMerchantId}1` }),
    paymentMethod: () => ({ paymentMethod: 'MWALLET' }),
    merchantRefNumber: ({ merchantRefNumber }) => ({ merchantRefNumber: `${merchantRefNumber}1` }),
  }

  it('pays the order when nothing is changed, so that only the changes below are refused', async () => {
    const { body } = await payWithoutNotification(gateways, sara, plan)
    expect(signed(body).messageSignature).toBe(body.messageSignature)
    expect((await notify('/fawry/payment-status', signed({ ...body, paymentAmount: 605.55 }))).status).toBe(200)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  for (const [field, change] of Object.entries(WRONG)) {
    it(`pays nothing as a notice where its ${field} is not the order’s`, async () => {
      const { body, transactionId } = await payWithoutNotification(gateways, sara, plan)
      const answer = await notify('/fawry/payment-status', signed({ ...body, ...change(body) }))
      expect([answer.status, await answer.json()]).toMatchObject([400, { message: expect.stringContaining(field) }])
      expect(await transactionOf(transactionId)).toMatchObject({ status: 7 })
      expect(await countRows(`payment_inbox WHERE tx_id = ? AND body LIKE '%"pay"%'`, transactionId)).toBe(0)
      expect(await plansOf(sara)).toEqual([])
    })

    it(`pays nothing as a status where its ${field} is not the order’s`, async () => {
      const { body, transactionId } = await payWithoutNotification(gateways, sara, plan)
      gateways.answerInstead((path) =>
        path.includes('/status/') ? Response.json(signed({ ...body, ...change(body) })) : null,
      )
      const sync = callApi('POST', '/fawry/payment-status/sync', { as: sara, body: { transactionId } })
      expect(await sync).toMatchObject({ code: 'fawry-error', body: { message: expect.stringContaining(field) } })
      await sweepAfter(30)
      expect(await transactionOf(transactionId)).toMatchObject({ status: 7 })
      expect(await plansOf(sara)).toEqual([])
      gateways.answerInstead(() => null)
      await sweepAfter(60)
      expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
    })
  }
})

describe('what the gateway reports before it has answered the charge', () => {
  /** Places an order whose fate at the gateway is decided, and reported, before its charge is answered. */
  async function placeWhile(status: 'PAID' | 'CANCELED') {
    gateways.changeAnswers(async (path, answer) => {
      if (!isCharge(path)) return answer
      gateways.changeAnswers((_path, other) => other)
      const { merchant_ref_num } = await lastTransactionOf(sara)
      const order = gateways.orderByMerchantNumber(merchant_ref_num)
      if (!order) throw new Error('The gateway has no order')
      await gateways.deliverAll()
      if (status === 'PAID') await gateways.act('fawry', order.referenceNumber, 'pay')
      else await gateways.cancelOrder(order.referenceNumber)
      await gateways.deliverAll()
      return answer
    })
    const body = { planId: plan, period: 'month' }
    await expectOk(callApi('POST', '/fawry/pay/ref-num', { as: sara, body }))
    return lastTransactionOf(sara)
  }

  it('counts where it is a payment', async () => {
    const { id, status, provider_ref_num } = await placeWhile('PAID')
    expect(status).toBe(1)
    expect(gateways.order(provider_ref_num ?? '')).toMatchObject({ status: 'PAID' })
    expect(await activePlansOf(sara)).toMatchObject([{ tx_id: id }])
  })

  it('counts where it is a cancellation', async () => {
    const { status, provider_ref_num } = await placeWhile('CANCELED')
    expect(status).toBe(2)
    expect(gateways.order(provider_ref_num ?? '')).toMatchObject({ status: 'CANCELED' })
    expect(await plansOf(sara)).toEqual([])
    await placeReferenceOrder(gateways, sara, { planId: plan })
  })
})

describe('a sweep in which one order fails', () => {
  it('goes on with the others, and tries that one again', async () => {
    const students = await Promise.all([payingStudent(), payingStudent(), payingStudent()])
    const orders: TransactionRow[] = []
    for (const student of students) {
      const placed = await placeReferenceOrder(gateways, student, { planId: plan })
      await gateways.act('fawry', placed.referenceNumber, 'pay', { deliver: false })
      orders.push(await transactionOf(placed.transactionId))
    }
    const failing = orders[1]?.merchant_ref_num ?? ''
    gateways.answerInstead((_path, url) => (url.includes(failing) ? new Response('<html>') : null))
    await sweepAfter(11)
    const statuses = () => Promise.all(orders.map(async ({ id }) => (await transactionOf(id)).status))
    expect(await statuses()).toEqual([1, 7, 1])
    gateways.answerInstead(() => null)
    await sweepAfter(22)
    expect(await statuses()).toEqual([1, 1, 1])
  })
})

describe('an automatic refund that fails', () => {
  /** A second payment of an order, of which the gateway's refund is answered by `refuse`. */
  async function paidTwice(refuse: () => Response) {
    const { transactionId, referenceNumber, notification } = await payWithoutNotification(gateways, sara, plan)
    await gateways.send('fawry', notification.id)
    gateways.answerInstead((path) => (path.endsWith('/payments/refund') ? refuse() : null))
    await gateways.act('fawry', referenceNumber, 'pay-again')
    await gateways.deliverAll()
    const second = async () =>
      (await row<{ id: number }>('SELECT id FROM transactions WHERE second_payment_of = ?', transactionId))?.id ?? 0
    await eventually(async () => expect(await second()).not.toBe(0))
    return { transactionId, secondId: await second() }
  }
  const refundsOf = async (id: number) =>
    (await rows<{ status: string }>('SELECT status FROM refunds WHERE tx_id = ? ORDER BY id', id)).map(
      ({ status }) => status,
    )

  it('is requested again by the job where it was refused, five times at the most, and then shown to staff', async () => {
    const adel = await newAdmin()
    const { transactionId, secondId } = await paidTwice(() => Response.json({ statusCode: 9954 }))
    await eventually(async () => expect(await refundsOf(secondId)).toEqual(['failed']))
    for (let run = 1; run <= 6; run++) await sweepAfter(10 * run)
    expect(await refundsOf(secondId)).toEqual(Array(5).fill('failed'))
    expect(await transactionOf(secondId)).toMatchObject({ status: 1, refunded_amount: 0 })
    expect(await transactionOf(transactionId)).toMatchObject({ status: 1 })
    expect(await activePlansOf(sara)).toHaveLength(1)
    const { kinds } = await expectOk<{ kinds: { kind: string; items: { id: number; trouble: string }[] }[] }>(
      callApi('GET', '/dashboard/queue', { as: adel }),
    )
    expect(kinds.flatMap(({ items }) => items)).toContainEqual(
      expect.objectContaining({ id: secondId, trouble: 'refund-failed' }),
    )
  })

  it('is made by the job as soon as the gateway makes it', async () => {
    const { secondId } = await paidTwice(() => Response.json({ statusCode: 9954 }))
    await eventually(async () => expect(await refundsOf(secondId)).toEqual(['failed']))
    gateways.answerInstead(() => null)
    await sweepAfter(10)
    expect(await refundsOf(secondId)).toEqual(['failed', 'done'])
    expect(await transactionOf(secondId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await outcome(callApi('GET', '/tx/last', { as: sara }))).toBe('ok')
  })

  it('stays under way without an answer, and is not requested twice', async () => {
    const { secondId } = await paidTwice(() => new Response('<html>'))
    for (let run = 0; run <= 3; run++) {
      await sweepAfter(10 * run)
      expect(await refundsOf(secondId)).toEqual(['pending'])
    }
    expect(gateways.requestsTo('/ECommerceWeb/Fawry/payments/refund')).toHaveLength(1)
  })
})
