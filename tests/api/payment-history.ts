/** Random histories of orders at one provider: what people, banks, staff and the network do, and how it is all settled. */
import * as fc from 'fast-check'
import { callApi, outcome, type Person, row, rows, setNow, triggerJob } from '#tests/people'
import type { Delivery } from '../../dev/world/deliveries.ts'
import { type Gateways, openGateways } from './gateways.ts'
import { addCard } from './order-fixtures.ts'
import { payingStudent } from './payment-fixtures.ts'

export type Provider = 'fawry' | 'paymob'

const MINUTE = 60_000

const TO_PAY = ['pay', 'refuse', 'expire', 'report-unknown'] as const
const AFTER_PAYMENT = ['refund', 'void', 'pay-again', 'refuse-again'] as const
/** What happens to a notification; `unsent` stays with the provider until something sends it. */
const NOTICES = ['sent', 'sent', 'unsent', 'duplicate', 'reordered', 'lost'] as const
/** What the provider's API does wrong. A slow answer comes after the product has stopped waiting. */
const FAULTS = ['401', '429', '500', '503', 'lost-request', 'lost-answer', 'slow'] as const

/** Piastres of a part; null for all that is left. */
const part = fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: null })
/** One of what there is, by its place from the newest. */
const place = fc.nat({ max: 3 })
const act = <const Name extends string, Fields extends object>(
  name: Name,
  fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
) => fc.record({ act: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<{ act: Name } & Fields>

const step = fc.oneof(
  { arbitrary: act('order', { method: fc.nat({ max: 2 }) }), weight: 4 },
  {
    arbitrary: act('at-provider', {
      what: fc.constantFrom(...TO_PAY),
      amount: part,
      notice: fc.constantFrom(...NOTICES),
      place,
    }),
    weight: 5,
  },
  {
    arbitrary: act('at-provider', {
      what: fc.constant('pay' as const),
      amount: part,
      notice: fc.constantFrom(...NOTICES),
      place,
    }),
    weight: 6,
  },
  {
    arbitrary: act('at-provider', {
      what: fc.constantFrom(...AFTER_PAYMENT),
      amount: part,
      notice: fc.constantFrom(...NOTICES),
      place,
    }),
    weight: 4,
  },
  { arbitrary: act('wait-for-bank', { place }), weight: 2 },
  { arbitrary: act('deliver', { place: fc.nat({ max: 5 }), times: fc.integer({ min: 1, max: 2 }) }), weight: 4 },
  { arbitrary: act('deliver-pending', {}), weight: 3 },
  { arbitrary: act('refund', { amount: part, place }), weight: 5 },
  { arbitrary: act('cancel-order', { place }), weight: 2 },
  { arbitrary: act('cancel-plan', {}), weight: 1 },
  { arbitrary: act('sync', { place }), weight: 2 },
  { arbitrary: act('fault', { fault: fc.constantFrom(...FAULTS), times: fc.integer({ min: 1, max: 3 }) }), weight: 4 },
  { arbitrary: act('pass', { minutes: fc.constantFrom(1, 6, 11, 80, 25 * 60) }), weight: 4 },
  { arbitrary: act('sweep', {}), weight: 3 },
  { arbitrary: act('night', {}), weight: 1 },
)
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** `isLost`: what the provider can be asked for is never reported. */
export const history = fc.record({
  steps: fc.array(step, { minLength: 4, maxLength: 16 }),
  isLost: fc.boolean(),
})

/** A refund as the provider was asked for it; amounts in piastres. */
export type RefundRequest = { reference: string; amount: number }

export type World = {
  provider: Provider
  gateways: Gateways
  student: Person
  boss: Person
  plan: number
  card: string | null
  /** What staff have asked to give back, whatever became of it. */
  asked: RefundRequest[]
}

export type OrderRow = {
  id: number
  status: number
  amount: number
  refunded_amount: number
  paid_at: number | null
  provider_ref_num: string | null
  provider_order_id: string | null
  merchant_ref_num: string | null
  second_payment_of: number | null
}

export const ordersOf = ({ student }: World): Promise<OrderRow[]> =>
  rows<OrderRow>('SELECT * FROM transactions WHERE user_id = ? ORDER BY id', student.id)

export async function newWorld(provider: Provider, plan: number, boss: Person): Promise<World> {
  const gateways = openGateways()
  const student = await payingStudent()
  const card = provider === 'fawry' ? await addCard(gateways, student) : null
  return { provider, gateways, plan, boss, student, card, asked: [] }
}

/** The number by which the provider's console finds our order. */
function consoleNumber({ provider, gateways }: World, order: OrderRow): string | null {
  if (provider === 'paymob') return order.provider_order_id
  return gateways.orderByMerchantNumber(order.merchant_ref_num ?? '')?.referenceNumber ?? null
}

/** Our order, counted from the newest; second payments, which are no orders, are left out. */
async function orderAt(world: World, fromNewest: number): Promise<OrderRow | null> {
  const orders = (await ordersOf(world)).filter((order) => order.second_payment_of === null)
  return orders.at(-1 - fromNewest) ?? orders.at(-1) ?? null
}

export async function deliveriesOf(world: World): Promise<Delivery[]> {
  const { provider, gateways, student } = world
  const numbers =
    provider === 'fawry'
      ? gateways.ordersOf(student.id).map(({ referenceNumber }) => referenceNumber)
      : (await ordersOf(world)).flatMap(({ provider_order_id }) => provider_order_id ?? [])
  const all = await Promise.all([...new Set(numbers)].map((number) => gateways.deliveries(provider, number)))
  return all.flat()
}

/** The calls that may be refused, but never fail. */
async function call(as: Person, method: string, path: string, body: unknown): Promise<void> {
  const result = await outcome(callApi(method, path, { as, body }))
  if (result === 'unexpected' || /^\d+$/.test(result)) throw new Error(`${method} ${path}: ${result}`)
}

async function order(world: World, method: number): Promise<void> {
  const { provider, student, plan: planId } = world
  if (provider === 'paymob') {
    await call(student, 'POST', '/paymob/create-checkout-url', { planId, planPeriod: 0, paymentMethod: method % 2 })
    return
  }
  const body = { planId, period: 'month' }
  if (method === 0) await call(student, 'POST', '/fawry/pay/ref-num', body)
  if (method === 1) await call(student, 'POST', '/fawry/pay/e-wallet', { ...body, walletPhone: '01012345678' })
  if (method === 2 && world.card)
    await call(student, 'POST', '/fawry/pay/card', { ...body, cardToken: world.card, cvv: '123' })
}

type AtProvider = Extract<Step, { act: 'at-provider' }>

async function actAtProvider(world: World, { what, amount, notice, place: fromNewest }: AtProvider): Promise<void> {
  const { provider, gateways } = world
  const found = await orderAt(world, fromNewest)
  const number = found && consoleNumber(world, found)
  if (!number) return
  if (notice !== 'sent' && notice !== 'unsent')
    await gateways.callConsole('POST', `/${provider}/faults`, { fault: notice, times: 1 })
  // Fawry reports no refunds, and how much of an order went back in part is on its own pages only.
  const isSilent = provider === 'fawry' && what === 'refund'
  const options = { deliver: notice !== 'unsent' && !isSilent, ...(amount === null || isSilent ? {} : { amount }) }
  // What its status does not allow does not happen.
  await gateways.act(provider, number, what, options).catch(() => null)
}

/** The student has confirmed, and the wallet's operator has not decided yet. */
async function leavePending({ provider, gateways, student }: World, fromNewest: number): Promise<void> {
  if (provider !== 'paymob') return
  const shown = await rows<{ checkout: string | null }>(
    'SELECT checkout FROM transactions WHERE user_id = ? ORDER BY id DESC',
    student.id,
  )
  const { redirectUrl } = JSON.parse((shown[fromNewest] ?? shown[0])?.checkout ?? '{}') as { redirectUrl?: string }
  if (redirectUrl?.includes('clientSecret'))
    await gateways.submit(`/paymob/unifiedcheckout/${new URL(redirectUrl).search}`, { act: 'pending' })
}

async function refund(world: World, amount: number | null, fromNewest: number): Promise<void> {
  const found = await orderAt(world, fromNewest)
  const left = found ? found.amount - found.refunded_amount : 0
  if (!found?.provider_ref_num || left === 0) return
  const asked = { reference: found.provider_ref_num, amount: Math.min(amount ?? left, left) }
  world.asked.push(asked)
  const body = { orderRefNum: asked.reference, refundAmount: asked.amount, provider: world.provider }
  await call(world.boss, 'POST', '/fawry/refund', body)
}

async function addFault({ provider, gateways }: World, fault: (typeof FAULTS)[number], times: number): Promise<void> {
  // The product waits in real time: what it sees of a slow answer is that it stops waiting for it.
  if (fault !== 'slow') {
    await gateways.callConsole('POST', `/${provider}/faults`, { fault, times })
    return
  }
  let left = times
  gateways.changeAnswers((_path, answer) => {
    if (left === 0) return answer
    left -= 1
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  })
}

const pass = (minutes: number) => setNow(Date.now() + minutes * MINUTE)

/** The refunds that the product has requested of the provider since this request. */
export function refundsRequested({ gateways }: World, from = 0): RefundRequest[] {
  type Body = { referenceNumber?: string; refundAmount?: number; transaction_id?: number; amount_cents?: number }
  return gateways.requests
    .slice(from)
    .filter(({ url }) => url.endsWith('/payments/refund') || url.endsWith('/void_refund/refund'))
    .map(({ body }) => JSON.parse(body) as Body)
    .map(({ referenceNumber, refundAmount = 0, transaction_id, amount_cents }) => ({
      reference: referenceNumber ?? String(transaction_id),
      amount: amount_cents ?? Math.round(refundAmount * 100),
    }))
}

export async function night(): Promise<void> {
  await triggerJob('compare-orders')
  await triggerJob('prove-ledger')
}

export async function doStep(world: World, one: Step): Promise<void> {
  const { provider, gateways, student } = world
  const transactionId = 'place' in one && one.act !== 'deliver' ? (await orderAt(world, one.place))?.id : undefined
  if (one.act === 'order') await order(world, one.method)
  if (one.act === 'at-provider') await actAtProvider(world, one)
  if (one.act === 'wait-for-bank') await leavePending(world, one.place)
  if (one.act === 'deliver') {
    const delivery = (await deliveriesOf(world)).at(-1 - one.place)
    if (delivery) await gateways.send(provider, delivery.id, { times: one.times })
  }
  if (one.act === 'deliver-pending') await gateways.deliverAll()
  if (one.act === 'refund') await refund(world, one.amount, one.place)
  if (one.act === 'cancel-order' && transactionId)
    await call(student, 'POST', '/fawry/cancel-unpaid-order', { transactionId })
  if (one.act === 'cancel-plan') {
    const before = gateways.requests.length
    await call(student, 'PATCH', '/sub/cancel', {})
    world.asked.push(...refundsRequested(world, before))
  }
  if (one.act === 'sync' && transactionId) await call(student, 'POST', '/fawry/payment-status/sync', { transactionId })
  if (one.act === 'fault') await addFault(world, one.fault, one.times)
  if (one.act === 'pass') pass(one.minutes)
  if (one.act === 'sweep') await triggerJob('sweep-payments')
  if (one.act === 'night') await night()
}

/** What the provider has given back of an order's payment, in piastres; null where it has no such payment. */
export function givenBack(
  { provider, gateways }: World,
  { provider_ref_num: number, amount }: OrderRow,
): number | null {
  if (number === null) return null
  if (provider === 'fawry') return gateways.order(number)?.refunded ?? null
  const payment = gateways.transaction(number)
  return payment ? (payment.voided ? amount : payment.refunded) : null
}

/** An admin looks up at Fawry what it reports without an amount, and writes it down (docs/rules/money.md 5.3). */
async function lookUpRefunds(world: World): Promise<void> {
  for (const one of await ordersOf(world)) {
    const actual = givenBack(world, one)
    const pending = await row<{ amount: number }>(
      `SELECT amount FROM refunds WHERE tx_id = ? AND status = 'pending'`,
      one.id,
    )
    if (actual === null) continue
    const body = { orderRefNum: one.provider_ref_num, provider: world.provider }
    const unknown = actual - one.refunded_amount
    if (pending && unknown < pending.amount)
      await call(world.boss, 'POST', '/fawry/refund', { ...body, refundAmount: pending.amount, found: 'not-made' })
    else if (unknown > 0)
      await call(world.boss, 'POST', '/fawry/refund', { ...body, refundAmount: unknown, found: 'made' })
  }
}

/** Whether Fawry's notification is of another payment than that which it answers by our own number. */
function isSecond(gateways: Gateways, body: string): boolean {
  const { fawryRefNumber, merchantRefNumber } = JSON.parse(body) as Record<string, string>
  return gateways.orderByMerchantNumber(merchantRefNumber ?? '')?.referenceNumber !== fawryRefNumber
}

/**
 * Whether a notification that was never sent has to arrive in the end, as providers repeat them. `isLost`: the others never do, so
 * that only inquiries find what they say. No inquiry at Fawry finds a second payment, and none at Paymob counts one that went back
 * there before we knew of it. Fawry does not report refunds.
 */
function arrives({ provider, gateways }: World, { status, referenceNumber, body }: Delivery, isLost: boolean): boolean {
  if (status === 200 || (provider === 'fawry' && body.includes('REFUNDED'))) return false
  if (!isLost) return true
  if (provider === 'fawry') return isSecond(gateways, body)
  const payments = gateways.transactions(referenceNumber).filter(({ kind, success }) => kind === 'payment' && success)
  return payments.length > 1 && payments.some(({ voided, refunded }) => voided || refunded > 0)
}

/** Sends what has to arrive and was not accepted; a second payment is refused until the first one is known. */
async function deliverRest(world: World, isLost: boolean): Promise<void> {
  await world.gateways.deliverAll()
  for (const delivery of await deliveriesOf(world))
    if (arrives(world, delivery, isLost)) await world.gateways.send(world.provider, delivery.id)
  await world.gateways.deliverAll()
}

/** Delivers what is left, lets days pass with their jobs, and lets staff look up what only the provider's pages show. */
export async function settle(world: World, isLost: boolean): Promise<void> {
  const { provider, gateways } = world
  await gateways.callConsole('POST', `/${provider}/faults`, { fault: 'none' })
  gateways.changeAnswers((_path, answer) => answer)
  await deliverRest(world, isLost)
  for (const hours of [0.2, 2, 25, 1, 24, 1]) {
    pass(hours * 60)
    await triggerJob('sweep-payments')
    await deliverRest(world, isLost)
    // While a refund that was not made is still requested again by the job, which stops after two days.
    if (hours === 25) await lookUpRefunds(world)
  }
  await lookUpRefunds(world)
  pass(30)
  await triggerJob('sweep-payments')
  await gateways.deliverAll()
  pass(60)
}
