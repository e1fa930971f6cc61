import type { Hono } from 'hono'
import { type Act, controls } from '../controls.ts'
import type { Corrupt } from '../deliveries.ts'
import type { Desk } from '../desk.ts'
import { type Intention, Intentions, type Payment } from './orders.ts'
import { INTEGRATIONS } from './provider.ts'

/** A callback whose values or signature were changed on the way. */
const corrupt: Corrupt = ({ url, body }, how) => {
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
export const sourceOf = (intention: Intention, pan = '2346'): Payment['source'] =>
  INTEGRATIONS[intention.integrationId] === 'wallet'
    ? { pan: intention.customer.phone.replace(/^\+2/, ''), sub_type: 'wallet', type: 'wallet' }
    : { pan, sub_type: 'MasterCard', type: 'card' }

/** Where an order stands, for people. */
export function standing(newest: Payment | undefined): string {
  if (!newest) return 'intended'
  if (newest.voided) return 'voided'
  if (newest.refunded > 0) return 'refunded'
  if (newest.pending) return 'pending'
  return newest.success ? 'paid' : 'declined'
}

/** Does to an order what its payer, its bank or the provider's staff would do. */
export async function actOn(
  desk: Desk,
  intentions: Intentions,
  intention: Intention,
  act: Exclude<Act, 'expire'>,
  { amount, isTold }: { amount: number | null; isTold: boolean },
): Promise<Payment | string> {
  const now = await desk.now()
  const newest = intentions.newest(intention.orderId)
  const open = newest?.pending ? newest : undefined
  const source = newest?.source ?? sourceOf(intention)
  if (act === 'refund') {
    if (!newest?.success || newest.voided) return 'the order is not paid'
    const refunded = newest.refunded + (amount ?? intention.amount - newest.refunded)
    if (refunded <= newest.refunded || refunded > intention.amount) return 'no such amount is left'
    return intentions.tell(intention, { ...newest, refunded }, now, isTold)
  }
  if (newest?.success) return 'the order is paid'
  return intentions.tell(intention, { ...open, source, pending: false, success: act === 'pay' }, now, isTold)
}

export function paymobControls(desk: Desk): Hono {
  const intentions = new Intentions(desk)
  const find = (reference: string) => intentions.find(Number(reference)) ?? intentions.ofMerchant(reference)
  return controls({
    corrupt,
    deliveries: intentions.deliveries,
    numberOf: (reference) => String(find(reference)?.orderId ?? reference),
    orders: () => intentions.all().map((one) => ({ ...one, status: standing(intentions.newest(one.orderId)) })),
    act: async (reference, act, given) => {
      const intention = find(reference)
      if (!intention) return null
      // This provider tells nothing of a page that was never paid.
      if (act === 'expire') return intentions.close(intention, await desk.now())
      return actOn(desk, intentions, intention, act, given)
    },
  })
}
