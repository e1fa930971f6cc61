/** Orders as the money tests begin with them, at both providers. */
import { afterEach, beforeEach, vi } from 'vitest'
import { call, expectOk, type Person, setNow } from '#tests/people'
import { type Gateways, openGateways } from './gateways.ts'
import { lastTxOf, livingPlansOf } from './shop.ts'

type Wanted = { planId: number; period?: string; couponCode?: string }
export type Ordered = { transactionId: number; referenceNumber: number }

/** Each test begins at this moment with both providers new, and ends when they have nothing more to say. */
export function withGateways(now: string, opened?: (gateways: Gateways) => unknown): void {
  let gateways: Gateways
  beforeEach(async () => {
    setNow(now)
    gateways = openGateways()
    await opened?.(gateways)
  })
  afterEach(async () => {
    await gateways.settled()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

/** A number to pay a plan with in cash, known on both sides. */
export async function orderByReference(gateways: Gateways, student: Person, wanted: Wanted): Promise<Ordered> {
  const body = { period: 'month', ...wanted }
  const placed = await expectOk<Ordered>(call('POST', '/fawry/pay/ref-num', { as: student, body }))
  await gateways.settled()
  return placed
}

/** An order that was paid, and whose notice is still in the gateway's hands. */
export async function paidUnheard(gateways: Gateways, student: Person, planId: number) {
  const placed = await orderByReference(gateways, student, { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay', { deliver: false })
  const notice = (await gateways.deliveries('fawry', placed.referenceNumber)).at(-1)
  if (!notice) throw new Error('The gateway wrote no notice')
  return { ...placed, notice, body: JSON.parse(notice.body) as Record<string, unknown> }
}

/** A checkout of the second provider that was paid, and whose callback is still in its hands. */
export async function paidCheckout(gateways: Gateways, student: Person, planId: number) {
  const body = { planId, planPeriod: 0, paymentMethod: 0 }
  await expectOk(call('POST', '/paymob/create-checkout-url', { as: student, body }))
  const { id: transactionId, provider_order_id } = await lastTxOf(student)
  const reference = provider_order_id ?? ''
  await gateways.act('paymob', reference, 'pay', { deliver: false })
  const [notice] = await gateways.deliveries('paymob', reference)
  if (!notice) throw new Error('The provider wrote no notice')
  return { transactionId, reference, notice }
}

/** A plan that was bought with a reference number. */
export async function subscribed(gateways: Gateways, student: Person, planId: number) {
  const placed = await orderByReference(gateways, student, { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay')
  await gateways.settled()
  const [plan] = await livingPlansOf(student)
  return { ...placed, subscriptionId: plan?.id ?? 0 }
}
