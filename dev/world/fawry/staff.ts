import { Hono } from 'hono'
import { type Act, controls } from '../controls.ts'
import type { Corrupt } from '../deliveries.ts'
import type { Desk } from '../desk.ts'
import { DECLINES } from './cards.ts'
import { type Order, type OrderStatus, Orders, type PaidBefore } from './orders.ts'

/** A notice whose values or signature were changed on the way. */
const corrupt: Corrupt = ({ url, body }, how) => {
  const notice = JSON.parse(body) as { messageSignature: string; paymentAmount: number; orderAmount: number }
  if (how === 'signature') {
    const [first = '0', ...rest] = notice.messageSignature
    return { url, body: JSON.stringify({ ...notice, messageSignature: [first === '0' ? '1' : '0', ...rest].join('') }) }
  }
  const less = (amount: number) => Math.max(1, Math.floor(amount) - 1)
  const amounts = { paymentAmount: less(notice.paymentAmount), orderAmount: less(notice.orderAmount) }
  return { url, body: JSON.stringify({ ...notice, ...amounts }) }
}

type Moves = { from: readonly OrderStatus[]; to: OrderStatus }
const MOVES: Record<Exclude<Act, 'refund'>, Moves> = {
  pay: { from: ['UNPAID', 'FAILED', 'EXPIRED', 'CANCELED'], to: 'PAID' },
  refuse: { from: ['UNPAID'], to: 'FAILED' },
  expire: { from: ['UNPAID'], to: 'EXPIRED' },
}

/** What the bank says when it refuses: what the card's number stands for, otherwise a plain no. */
function failureOf(desk: Desk, order: Order) {
  const { code, reason } = DECLINES[desk.get<string>(`fawry:paying-with:${order.referenceNumber}`) ?? ''] ?? {}
  return { code: code ?? '99905', reason: reason ?? 'Do not honor' }
}

/** Does to an order what its payer, its bank or its clock would do; null where there is none. */
export async function actOn(
  desk: Desk,
  orders: Orders,
  reference: string,
  act: Act,
  { amount, isTold }: { amount: number | null; isTold: boolean },
): Promise<Order | string | null> {
  const now = await desk.now()
  const order = orders.find(reference)
  if (!order) return null
  if (act === 'refund') {
    const left = order.amount - order.refunded
    const refunded = order.refunded + (amount ?? left)
    if (order.status !== 'PAID' && order.status !== 'PARTIAL_REFUNDED') return `the order is ${order.status}`
    if (!(refunded > order.refunded && refunded <= order.amount)) return `${left} piastres are left`
    return orders.move(order, refunded === order.amount ? 'REFUNDED' : 'PARTIAL_REFUNDED', now, { refunded }, isTold)
  }
  const { from, to } = MOVES[act]
  if (!from.includes(order.status)) return `the order is ${order.status}`
  return orders.move(order, to, now, act === 'refuse' ? { failure: failureOf(desk, order) } : {}, isTold)
}

export function fawryControls(desk: Desk): Hono {
  const orders = new Orders(desk)
  /** `POST /orders` with a list: the book begins with what the demo's students have paid. */
  const adoption = new Hono().post('/orders', async (c) => {
    for (const paid of (await c.req.json()) as PaidBefore[]) orders.adopt(paid)
    return c.json({ adopted: true })
  })
  return controls({
    corrupt,
    deliveries: orders.deliveries,
    orders: orders.all,
    act: (reference, act, given) => actOn(desk, orders, reference, act, given),
  }).route('/', adoption)
}
