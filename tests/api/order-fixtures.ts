/** Orders as the money tests begin with them, at both providers. */
import { afterEach, beforeEach, vi } from 'vitest'
import { callApi, expectOk, type Person, setNow } from '#tests/people'
import { type Gateways, openGateways } from './gateways.ts'
import { activePlansOf, lastTransactionOf } from './payment-fixtures.ts'

type OrderInput = { planId: number; period?: string; couponCode?: string }
export type PlacedOrder = { transactionId: number; referenceNumber: number }

/** Each test begins at this moment with both providers new, and ends when they have nothing more to say. */
export function withGateways(now: string, opened?: (gateways: Gateways) => unknown): void {
  let gateways: Gateways
  beforeEach(async () => {
    setNow(now)
    gateways = openGateways()
    await opened?.(gateways)
  })
  afterEach(async () => {
    await gateways.deliverAll()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

/** A number to pay a plan with in cash, known on both sides. */
export async function placeReferenceOrder(
  gateways: Gateways,
  student: Person,
  wanted: OrderInput,
): Promise<PlacedOrder> {
  const body = { period: 'month', ...wanted }
  const placed = await expectOk<PlacedOrder>(callApi('POST', '/fawry/pay/ref-num', { as: student, body }))
  await gateways.deliverAll()
  return placed
}

/** An order that was paid, and whose notice is still in the gateway's hands. */
export async function payWithoutNotification(gateways: Gateways, student: Person, planId: number) {
  const placed = await placeReferenceOrder(gateways, student, { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay', { deliver: false })
  const notice = (await gateways.deliveries('fawry', placed.referenceNumber)).at(-1)
  if (!notice) throw new Error('The gateway wrote no notice')
  return { ...placed, notice, body: JSON.parse(notice.body) as Record<string, unknown> }
}

/** A checkout of the second provider that was paid, and whose callback is still in its hands. */
export async function payCheckoutWithoutCallback(gateways: Gateways, student: Person, planId: number) {
  const body = { planId, planPeriod: 0, paymentMethod: 0 }
  await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: student, body }))
  const { id: transactionId, provider_order_id } = await lastTransactionOf(student)
  const reference = provider_order_id ?? ''
  await gateways.act('paymob', reference, 'pay', { deliver: false })
  const [notice] = await gateways.deliveries('paymob', reference)
  if (!notice) throw new Error('The provider wrote no notice')
  return { transactionId, reference, notice }
}

/** A plan that was bought with a reference number. */
export async function buyPlan(gateways: Gateways, student: Person, planId: number) {
  const placed = await placeReferenceOrder(gateways, student, { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay')
  await gateways.deliverAll()
  const [plan] = await activePlansOf(student)
  return { ...placed, subscriptionId: plan?.id ?? 0 }
}
