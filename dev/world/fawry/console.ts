import { Hono } from 'hono'
import type { Corrupter } from '../deliveries.ts'
import { type ActionOptions, type OrderAction, orderConsole } from '../order-console.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { DECLINES } from './cards.ts'
import { type ImportedOrder, type Order, type OrderStatus, Orders } from './orders.ts'

/** Changes the first digit of the signature, or lowers the amounts by a pound. */
const corrupt: Corrupter = ({ url, body }, corruption) => {
  const notification = JSON.parse(body) as { messageSignature: string; paymentAmount: number; orderAmount: number }
  if (corruption === 'signature') {
    const [first = '0', ...rest] = notification.messageSignature
    return {
      url,
      body: JSON.stringify({ ...notification, messageSignature: [first === '0' ? '1' : '0', ...rest].join('') }),
    }
  }
  const lowered = (amount: number) => Math.max(1, Math.floor(amount) - 1)
  const amounts = { paymentAmount: lowered(notification.paymentAmount), orderAmount: lowered(notification.orderAmount) }
  return { url, body: JSON.stringify({ ...notification, ...amounts }) }
}

type Transition = { from: readonly OrderStatus[]; to: OrderStatus }
const TRANSITIONS: Record<Extract<OrderAction, 'pay' | 'refuse' | 'expire'>, Transition> = {
  pay: { from: ['UNPAID', 'FAILED', 'EXPIRED', 'CANCELED'], to: 'PAID' },
  refuse: { from: ['UNPAID'], to: 'FAILED' },
  expire: { from: ['UNPAID'], to: 'EXPIRED' },
}

/** The bank's reason for a refusal: that of the used test card, otherwise a general one. */
function failureOf(host: StandInHost, order: Order) {
  const { code, reason } = DECLINES[host.get<string>(`fawry:paying-with:${order.referenceNumber}`) ?? ''] ?? {}
  return { code: code ?? '99905', reason: reason ?? 'Do not honor' }
}

/**
 * Does to an order what its payer, its bank or its expiry would do. Null when there is no such order, a message when its
 * status does not allow the action.
 */
export async function applyAction(
  host: StandInHost,
  orders: Orders,
  reference: string,
  action: OrderAction,
  { amount, isNotified }: ActionOptions,
): Promise<Order | string | null> {
  const now = await host.now()
  const order = orders.find(reference)
  if (!order) return null
  if (action === 'refund') {
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
  if (action === 'void') return 'this gateway has no voids'
  if (action === 'refuse-again') return 'a charge is one attempt'
  if (action === 'report-unknown') return orders.reportUnknown(order, isNotified)
  if (action === 'pay-again')
    return order.status === 'PAID' ? orders.payAgain(order, now, isNotified) : `the order is ${order.status}`
  const { from, to } = TRANSITIONS[action]
  if (!from.includes(order.status)) return `the order is ${order.status}`
  return orders.changeStatus(order, to, now, action === 'refuse' ? { failure: failureOf(host, order) } : {}, isNotified)
}

export function fawryConsole(host: StandInHost): Hono {
  const orders = new Orders(host)
  /** `POST /orders` with a list: orders that the demo's students paid before the stand-in existed. */
  const importRoute = new Hono().post('/orders', async (c) => {
    for (const order of (await c.req.json()) as ImportedOrder[]) orders.importPaid(order)
    return c.json({ adopted: true })
  })
  return orderConsole({
    corrupt,
    deliveries: orders.deliveries,
    orders: orders.all,
    apply: (reference, action, options) => applyAction(host, orders, reference, action, options),
  }).route('/', importRoute)
}
