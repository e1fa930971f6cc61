import { Hono } from 'hono'
import type { Corrupter } from '../deliveries.ts'
import { type OrderAction, orderConsole } from '../order-console.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { DECLINES } from './cards.ts'
import { type ImportedOrder, type Order, type OrderStatus, Orders } from './orders.ts'

/** A notice whose values or signature were changed on the way. */
const corrupt: Corrupter = ({ url, body }, how) => {
  const notice = JSON.parse(body) as { messageSignature: string; paymentAmount: number; orderAmount: number }
  if (how === 'signature') {
    const [first = '0', ...rest] = notice.messageSignature
    return { url, body: JSON.stringify({ ...notice, messageSignature: [first === '0' ? '1' : '0', ...rest].join('') }) }
  }
  const less = (amount: number) => Math.max(1, Math.floor(amount) - 1)
  const amounts = { paymentAmount: less(notice.paymentAmount), orderAmount: less(notice.orderAmount) }
  return { url, body: JSON.stringify({ ...notice, ...amounts }) }
}

type Transition = { from: readonly OrderStatus[]; to: OrderStatus }
const TRANSITIONS: Record<Exclude<OrderAction, 'refund'>, Transition> = {
  pay: { from: ['UNPAID', 'FAILED', 'EXPIRED', 'CANCELED'], to: 'PAID' },
  refuse: { from: ['UNPAID'], to: 'FAILED' },
  expire: { from: ['UNPAID'], to: 'EXPIRED' },
}

/** What the bank says when it refuses: what the card's number stands for, otherwise a plain no. */
function failureOf(host: StandInHost, order: Order) {
  const { code, reason } = DECLINES[host.get<string>(`fawry:paying-with:${order.referenceNumber}`) ?? ''] ?? {}
  return { code: code ?? '99905', reason: reason ?? 'Do not honor' }
}

/** Does to an order what its payer, its bank or its clock would do; null where there is none. */
export async function applyAction(
  host: StandInHost,
  orders: Orders,
  reference: string,
  act: OrderAction,
  { amount, isNotified }: { amount: number | null; isNotified: boolean },
): Promise<Order | string | null> {
  const now = await host.now()
  const order = orders.find(reference)
  if (!order) return null
  if (act === 'refund') {
    const left = order.amount - order.refunded
    const refunded = order.refunded + (amount ?? left)
    if (order.status !== 'PAID' && order.status !== 'PARTIAL_REFUNDED') return `the order is ${order.status}`
    if (!(refunded > order.refunded && refunded <= order.amount)) return `${left} piastres are left`
    return orders.changeStatus(
      order,
      refunded === order.amount ? 'REFUNDED' : 'PARTIAL_REFUNDED',
      now,
      { refunded },
      isNotified,
    )
  }
  const { from, to } = TRANSITIONS[act]
  if (!from.includes(order.status)) return `the order is ${order.status}`
  return orders.changeStatus(order, to, now, act === 'refuse' ? { failure: failureOf(host, order) } : {}, isNotified)
}

export function fawryConsole(host: StandInHost): Hono {
  const orders = new Orders(host)
  /** `POST /orders` with a list: the book begins with what the demo's students have paid. */
  const adoption = new Hono().post('/orders', async (c) => {
    for (const paid of (await c.req.json()) as ImportedOrder[]) orders.importPaid(paid)
    return c.json({ adopted: true })
  })
  return orderConsole({
    corrupt,
    deliveries: orders.deliveries,
    orders: orders.all,
    apply: (reference, act, given) => applyAction(host, orders, reference, act, given),
  }).route('/', adoption)
}
