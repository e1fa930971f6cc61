import type { Hono } from 'hono'
import type { Corrupter } from '../deliveries.ts'
import { type OrderAction, orderConsole } from '../order-console.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { type Intention, Intentions, type PaymentAttempt } from './orders.ts'
import { INTEGRATIONS } from './provider.ts'

/** A callback whose values or signature were changed on the way. */
const corrupt: Corrupter = ({ url, body }, how) => {
  if (how === 'signature') {
    const address = new URL(url)
    const [first = '0', ...rest] = address.searchParams.get('hmac') ?? '0'
    address.searchParams.set('hmac', [first === '0' ? '1' : '0', ...rest].join(''))
    return { url: address.href, body }
  }
  const callback = JSON.parse(body) as { obj: { amount_cents: number } }
  const obj = { ...callback.obj, amount_cents: Math.max(1, callback.obj.amount_cents - 100) }
  return { url, body: JSON.stringify({ ...callback, obj }) }
}

/** How the payer paid, as the provider shows it. */
export const paymentSource = (intention: Intention, pan = '2346'): PaymentAttempt['source'] =>
  INTEGRATIONS[intention.integrationId] === 'wallet'
    ? { pan: intention.customer.phone.replace(/^\+2/, ''), sub_type: 'wallet', type: 'wallet' }
    : { pan, sub_type: 'MasterCard', type: 'card' }

/** Where an order stands, for people. */
export function statusLabel(newest: PaymentAttempt | undefined): string {
  if (!newest) return 'intended'
  if (newest.voided) return 'voided'
  if (newest.refunded > 0) return 'refunded'
  if (newest.pending) return 'pending'
  return newest.success ? 'paid' : 'declined'
}

/** Does to an order what its payer, its bank or the provider's staff would do. */
export async function applyAction(
  host: StandInHost,
  intentions: Intentions,
  intention: Intention,
  act: Exclude<OrderAction, 'expire'>,
  { amount, isNotified }: { amount: number | null; isNotified: boolean },
): Promise<PaymentAttempt | string> {
  const now = await host.now()
  const newest = intentions.latestPayment(intention.orderId)
  const open = newest?.pending ? newest : undefined
  const source = newest?.source ?? paymentSource(intention)
  if (act === 'refund') {
    if (!newest?.success || newest.voided) return 'the order is not paid'
    const refunded = newest.refunded + (amount ?? intention.amount - newest.refunded)
    if (refunded <= newest.refunded || refunded > intention.amount) return 'no such amount is left'
    return intentions.recordPayment(intention, { ...newest, refunded }, now, isNotified)
  }
  if (newest?.success) return 'the order is paid'
  return intentions.recordPayment(
    intention,
    { ...open, source, pending: false, success: act === 'pay' },
    now,
    isNotified,
  )
}

export function paymobConsole(host: StandInHost): Hono {
  const intentions = new Intentions(host)
  const find = (reference: string) => intentions.find(Number(reference)) ?? intentions.findByReference(reference)
  return orderConsole({
    corrupt,
    deliveries: intentions.deliveries,
    resolveNumber: (reference) => String(find(reference)?.orderId ?? reference),
    orders: () =>
      intentions.all().map((one) => ({ ...one, status: statusLabel(intentions.latestPayment(one.orderId)) })),
    apply: async (reference, act, given) => {
      const intention = find(reference)
      if (!intention) return null
      // This provider tells nothing of a page that was never paid.
      if (act === 'expire') return intentions.expire(intention, await host.now())
      return applyAction(host, intentions, intention, act, given)
    },
  })
}
