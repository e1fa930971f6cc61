import { type Context, Hono } from 'hono'
import type { Corrupt, Corruption, Deliveries, Delivery } from './deliveries.ts'

/** What staff of the laptop may do to an order of either provider. */
export type Act = 'pay' | 'refuse' | 'expire' | 'refund'
const ACTS: readonly string[] = ['pay', 'refuse', 'expire', 'refund']

export type Controlled = {
  deliveries: Deliveries
  corrupt: Corrupt
  /** Every order, oldest first. */
  orders(): unknown[]
  /** Null for an order that is not there, a sentence for an act that its state does not allow. */
  act(
    referenceNumber: string,
    act: Act,
    given: { amount: number | null; isTold: boolean },
  ): Promise<Record<string, unknown> | string | null>
}

const wire = ({ referenceNumber, ...delivery }: Delivery) => ({ ...delivery, referenceNumber })

/** A form of a page and a JSON call are both welcome; neither is needed. */
async function given(c: Context): Promise<Record<string, unknown>> {
  if (c.req.header('content-type')?.includes('urlencoded')) return c.req.parseBody()
  const text = await c.req.text()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

const isForm = (c: Context) => c.req.header('content-type')?.includes('urlencoded') ?? false
/** A form leads back to the page it stood on. */
const back = (c: Context) => c.redirect(c.req.header('referer') ?? '.', 303)

/**
 * The controls of one provider: `GET /orders`, `POST /orders/{ref}/{act}` with `{ amount?: piastres, deliver?: false }`, the log of
 * notices, and `POST /deliveries/{id}/send` with `{ times?, corrupt? }`.
 */
export function controls({ deliveries, corrupt, orders, act }: Controlled): Hono {
  return new Hono()
    .get('/orders', (c) => c.json(orders()))
    .post('/orders/:ref/:act', async (c) => {
      const { ref, act: wanted } = c.req.param()
      if (!ACTS.includes(wanted)) return c.json({ code: 'not-found', message: ACTS.join(', ') }, 404)
      const { amount, deliver } = await given(c)
      const piastres = amount === undefined || amount === '' ? null : Number(amount)
      const isTold = deliver !== false && deliver !== 'false'
      const done = await act(ref, wanted as Act, { amount: piastres, isTold })
      if (done === null) return c.json({ code: 'not-found', message: `no order ${ref}` }, 404)
      if (typeof done === 'string') return c.json({ code: 'illegal', message: done }, 409)
      return isForm(c) ? back(c) : c.json(done)
    })
    .get('/deliveries', (c) => c.json(deliveries.list(c.req.query('referenceNumber')).map(wire)))
    .post('/deliveries/:id/send', async (c) => {
      const delivery = deliveries.find(Number(c.req.param('id')))
      if (!delivery) return c.json({ code: 'not-found', message: 'no such delivery' }, 404)
      const { times = 1, corrupt: how } = await given(c)
      const isHow = how === 'signature' || how === 'amount'
      const spoiled = isHow ? corrupt(delivery, how as Corruption) : delivery
      const sent = await deliveries.send(delivery, Number(times), spoiled)
      return isForm(c) ? back(c) : c.json(sent)
    })
}
