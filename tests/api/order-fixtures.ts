/** Orders at both payment providers, in the states that the payment tests begin with. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, run, setNow, triggerJob } from '#tests/people'
import { type Gateways, notify, openGateways } from './gateways.ts'
import { activePlansOf, lastTransactionOf } from './payment-fixtures.ts'

type OrderInput = { planId: number; period?: string; couponCode?: string; changesPlan?: boolean }
export type PlacedOrder = { transactionId: number; referenceNumber: number }

/** Every test begins at `now` with new providers, and ends when their pending notifications are delivered. */
export function withGateways(now: string, onOpen?: (gateways: Gateways) => unknown): void {
  let gateways: Gateways
  beforeEach(async () => {
    setNow(now)
    gateways = openGateways()
    await onOpen?.(gateways)
  })
  afterEach(async () => {
    await gateways.deliverAll()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

/** Moves the clock to this instant and runs the job that looks after payments. */
export async function sweepAt(instant: number): Promise<void> {
  setNow(instant)
  await triggerJob('sweep-payments')
}

/** Whether a request to Fawry charges an order. */
export const isCharge = (path: string): boolean => path.endsWith('/payments/charge')

/** Places an order to be paid with a reference number. */
export async function placeReferenceOrder(
  gateways: Gateways,
  student: Person,
  input: OrderInput,
): Promise<PlacedOrder> {
  const body = { period: 'month', ...input }
  const placed = await expectOk<PlacedOrder>(callApi('POST', '/fawry/pay/ref-num', { as: student, body }))
  await gateways.deliverAll()
  return placed
}

/** What a worker leaves that died between the gateway's acceptance and its own write. */
export const forgetAcceptance = (transactionId: number) =>
  run(
    'UPDATE transactions SET status = 0, provider_ref_num = NULL, provider_order_id = NULL, checkout = NULL WHERE id = ?',
    transactionId,
  )

/** Adds a card on the gateway's page and returns its token. */
export async function addCard(gateways: Gateways, student: Person, number = '4111111111111111'): Promise<string> {
  const { url } = await expectOk<{ url: string }>(callApi('GET', '/fawry/card-token/url', { as: student }))
  const fields = Object.fromEntries(new URL(url).searchParams)
  const form = { ...fields, number, holder: 'SARA ALI', expiry: '12/29', cvv: '123', act: 'save' }
  const { location } = await gateways.submit('/fawry/atfawry/plugin/card-token', form)
  expect(location).toBe('http://localhost:8787/card-added?statusCode=200&statusDescription=Operation+done+successfully')
  const { cards } = await expectOk<{ cards: { token: string; lastFourDigits: string }[] }>(
    callApi('GET', `/fawry/card-token/list?userId=${student.id}`, { as: student }),
  )
  const card = cards.find(({ lastFourDigits }) => number.endsWith(lastFourDigits))
  if (!card) throw new Error('The card was not saved')
  return card.token
}

/** Pays a new order at the gateway. Its notification is recorded there, but not sent. */
export async function payWithoutNotification(gateways: Gateways, student: Person, planId: number) {
  const placed = await placeReferenceOrder(gateways, student, { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay', { deliver: false })
  const notification = (await gateways.deliveries('fawry', placed.referenceNumber)).at(-1)
  if (!notification) throw new Error('The gateway recorded no notification')
  return { ...placed, notification, body: JSON.parse(notification.body) as Record<string, unknown> }
}

/** Pays a new checkout at the second provider. Its callback is recorded there, but not sent. */
export async function payCheckoutWithoutCallback(gateways: Gateways, student: Person, planId: number) {
  const body = { planId, planPeriod: 0, paymentMethod: 0 }
  await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: student, body }))
  const { id: transactionId, provider_order_id } = await lastTransactionOf(student)
  const reference = provider_order_id ?? ''
  await gateways.act('paymob', reference, 'pay', { deliver: false })
  const [callback] = await gateways.deliveries('paymob', reference)
  if (!callback) throw new Error('The provider recorded no callback')
  return { transactionId, reference, callback }
}

/** Buys a plan with a reference number; its subscription is active afterwards. */
export async function buyPlan(gateways: Gateways, student: Person, planId: number) {
  const placed = await placeReferenceOrder(gateways, student, { planId })
  await gateways.act('fawry', placed.referenceNumber, 'pay')
  await gateways.deliverAll()
  const [plan] = await activePlansOf(student)
  return { ...placed, subscriptionId: plan?.id ?? 0 }
}

/** Pays an order, which is then reported by two notices and a sync of staff at the same moment, and by a notice once more. */
export async function payReportedFromAllSides(
  gateways: Gateways,
  { referenceNumber, transactionId }: PlacedOrder,
): Promise<void> {
  await gateways.act('fawry', referenceNumber, 'pay', { deliver: false })
  const notice = (await gateways.deliveries('fawry', referenceNumber)).at(-1)
  const body = JSON.parse(notice?.body ?? '{}') as Record<string, unknown>
  const admin = await newAdmin()
  const sync = () => outcome(callApi('POST', '/fawry/payment-status/sync', { as: admin, body: { transactionId } }))
  await Promise.all([notify('/fawry/payment-status', body), notify('/fawry/payment-status', body), sync()])
  await gateways.deliverAll()
  await notify('/fawry/payment-status', body)
}
