import type { Hono } from 'hono'
import type { Corrupter } from '../deliveries.ts'
import { type ActionOptions, type OrderAction, orderConsole } from '../order-console.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { type Intention, Intentions, type PaymentAttempt } from './orders.ts'
import { INTEGRATIONS } from './provider.ts'
import { PaymobCards } from './saved-cards.ts'

/** Changes the first digit of the signature, or lowers the amount by a pound. */
const corrupt: Corrupter = ({ url, body }, corruption) => {
  if (corruption === 'signature') {
    const address = new URL(url)
    const [first = '0', ...rest] = address.searchParams.get('hmac') ?? '0'
    address.searchParams.set('hmac', [first === '0' ? '1' : '0', ...rest].join(''))
    return { url: address.href, body }
  }
  const callback = JSON.parse(body) as { obj: { amount_cents: number } }
  const obj = { ...callback.obj, amount_cents: Math.max(1, callback.obj.amount_cents - 100) }
  return { url, body: JSON.stringify({ ...callback, obj }) }
}

/** The payment instrument, as the provider reports it. */
export const paymentSource = (intention: Intention, pan = '2346'): PaymentAttempt['source'] =>
  INTEGRATIONS[intention.integrationId] === 'wallet'
    ? { pan: intention.customer.phone.replace(/^\+2/, ''), sub_type: 'wallet', type: 'wallet' }
    : { pan, sub_type: 'MasterCard', type: 'card' }

/** The order's status for the console; the provider itself reports flags only. */
export function statusLabel(intentions: Intentions, orderId: number): string {
  const latest = intentions.latestPayment(orderId) ?? intentions.latestAttempt(orderId)
  if (!latest) return 'intended'
  if (latest.voided) return 'voided'
  if (latest.refunded > 0) return 'refunded'
  if (latest.pending) return 'pending'
  return latest.success ? 'paid' : 'declined'
}

/**
 * Does to an order what its payer, its bank or the provider's staff would do. Answers a message when its status does not
 * allow the action.
 */
export async function applyAction(
  host: StandInHost,
  intentions: Intentions,
  intention: Intention,
  action: Exclude<OrderAction, 'expire'>,
  { amount, isNotified }: ActionOptions,
): Promise<PaymentAttempt | string> {
  const now = await host.now()
  const latest = intentions.latestAttempt(intention.orderId)
  const open = latest?.pending ? latest : undefined
  const source = latest?.source ?? paymentSource(intention)
  const paid = intentions.latestPayment(intention.orderId)
  const attempt = (change: Partial<PaymentAttempt>) =>
    intentions.recordPayment(intention, { source, ...change }, now, isNotified)
  if (action === 'report-unknown') return 'this provider reports transactions only'
  if (action === 'pay' || action === 'refuse') {
    if (paid) return 'the order is paid'
    // Only an attempt that was begun on the page while it was open is decided later.
    if (!open && intention.expiresAt < now) return 'the page is closed'
    return attempt({ ...open, pending: false, success: action === 'pay' })
  }
  if (!paid) return 'the order is not paid'
  if (action === 'pay-again' || action === 'refuse-again') return attempt({ success: action === 'pay-again' })
  if (action === 'void') {
    if (paid.voided || paid.refunded > 0) return 'there is no whole payment'
    const all = { kind: 'void', amount: intention.amount, isNamed: true } as const
    return intentions.giveBack(intention, paid, all, now, isNotified)
  }
  if (paid.voided) return 'the order is not paid'
  const refunded = paid.refunded + (amount ?? intention.amount - paid.refunded)
  if (refunded <= paid.refunded || refunded > intention.amount) return 'no such amount is left'
  // What the provider's staff give back does not name its payment.
  const part = { kind: 'refund', amount: refunded - paid.refunded, isNamed: false } as const
  return intentions.giveBack(intention, paid, part, now, isNotified)
}

export function paymobConsole(host: StandInHost): Hono {
  const intentions = new Intentions(host)
  const find = (reference: string) => intentions.find(Number(reference)) ?? intentions.findByReference(reference)
  const cards = new PaymobCards(host)
  const ofOrders = orderConsole({
    corrupt,
    deliveries: intentions.deliveries,
    resolveNumber: (reference) => String(find(reference)?.orderId ?? reference),
    orders: () => intentions.all().map((one) => ({ ...one, status: statusLabel(intentions, one.orderId) })),
    apply: async (reference, action, options) => {
      const intention = find(reference)
      if (!intention) return null
      // This provider sends no callback for an intention that expires unpaid.
      if (action === 'expire') return intentions.expire(intention, await host.now())
      return applyAction(host, intentions, intention, action, options)
    },
  })
  // The payer, or the provider, deletes a card; the merchant is told nothing.
  return ofOrders
    .get('/cards', (c) => c.json(cards.all()))
    .post('/cards/:id/delete', (c) => {
      const card = cards.all().find(({ id }) => String(id) === c.req.param('id'))
      if (!card) return c.json({ code: 'not-found', message: 'no such card' }, 404)
      cards.remove(card)
      return c.json(card)
    })
}
