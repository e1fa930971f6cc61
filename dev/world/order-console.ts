import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Corrupter, Deliveries, Delivery } from './deliveries.ts'

/** What staff of the laptop may do to an order of either provider. */
export type OrderAction = 'pay' | 'refuse' | 'expire' | 'refund'
const ORDER_ACTIONS: readonly string[] = ['pay', 'refuse', 'expire', 'refund']

export type ConsoleOptions = {
  deliveries: Deliveries
  corrupt: Corrupter
  /** Every order, oldest first. */
  orders(): unknown[]
  /** The number that the log of notices knows an order by, whichever of its numbers is given. */
  resolveNumber?(referenceNumber: string): string
  /** Null for an order that is not there, a sentence for an act that its state does not allow. */
  apply(
    referenceNumber: string,
    act: OrderAction,
    readBody: { amount: number | null; isNotified: boolean },
  ): Promise<Record<string, unknown> | string | null>
}

const toWire = ({ referenceNumber, ...delivery }: Delivery) => ({ ...delivery, referenceNumber })

const MAX_TIMES = 1000

/** Whole numbers from one, as JSON has them or as a form writes them. */
const positiveInteger = (max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d+$/))]),
    z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(max))),
  )
/** A field that a form was sent without. */
const optionalField = <T extends z.ZodMiniType>(one: T) => z.optional(z.union([one, z.literal('')]))

const actionBody = z.object({
  amount: optionalField(positiveInteger(Number.MAX_SAFE_INTEGER)),
  deliver: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
})
const sendBody = z.object({
  times: optionalField(positiveInteger(MAX_TIMES)),
  corrupt: optionalField(z.enum(['signature', 'amount'])),
})

/** A form of a page and a JSON call are both welcome, and nothing at all; null for what cannot be read. */
async function given<T extends z.ZodMiniType>(c: Context, schema: T): Promise<z.output<T> | null> {
  const read = async () => {
    if (isForm(c)) return c.req.parseBody()
    const text = await c.req.text()
    return text === '' ? {} : JSON.parse(text)
  }
  const parsed = schema.safeParse(await read().catch(() => null))
  return parsed.success ? parsed.data : null
}

const badRequest = (c: Context, fields: string) => c.json({ code: 'bad-request', message: fields }, 400)

const isForm = (c: Context) => c.req.header('content-type')?.includes('urlencoded') ?? false
/** A form leads back to the page it stood on. */
const redirectBack = (c: Context) => c.redirect(c.req.header('referer') ?? '.', 303)

/**
 * The controls of one provider: `GET /orders`, `POST /orders/{ref}/{act}` with `{ amount?: piastres, deliver?: false }`, the log of
 * notices, and `POST /deliveries/{id}/send` with `{ times?, corrupt? }`. What they cannot read does nothing: 400.
 */
export function orderConsole({
  deliveries,
  corrupt,
  orders,
  apply: act,
  resolveNumber: numberOf = (number) => number,
}: ConsoleOptions): Hono {
  return new Hono()
    .get('/orders', (c) => c.json(orders()))
    .post('/orders/:ref/:act', async (c) => {
      const { ref, act: wanted } = c.req.param()
      if (!ORDER_ACTIONS.includes(wanted)) return c.json({ code: 'not-found', message: ORDER_ACTIONS.join(', ') }, 404)
      const body = await given(c, actionBody)
      if (!body) return badRequest(c, 'amount: piastres from 1; deliver: true or false')
      const isNotified = body.deliver !== false && body.deliver !== 'false'
      const done = await act(ref, wanted as OrderAction, { amount: body.amount || null, isNotified })
      if (done === null) return c.json({ code: 'not-found', message: `no order ${ref}` }, 404)
      if (typeof done === 'string') return c.json({ code: 'illegal', message: done }, 409)
      return isForm(c) ? redirectBack(c) : c.json(done)
    })
    .get('/deliveries', (c) => {
      const wanted = c.req.query('referenceNumber')
      return c.json(deliveries.list(wanted === undefined ? wanted : numberOf(wanted)).map(toWire))
    })
    .post('/deliveries/:id/send', async (c) => {
      const delivery = deliveries.find(Number(c.req.param('id')))
      if (!delivery) return c.json({ code: 'not-found', message: 'no such delivery' }, 404)
      const body = await given(c, sendBody)
      if (!body) return badRequest(c, `times: 1 to ${MAX_TIMES}; corrupt: signature or amount`)
      const spoiled = body.corrupt ? corrupt(delivery, body.corrupt) : delivery
      const sent = await deliveries.send(delivery, body.times || 1, spoiled)
      return isForm(c) ? redirectBack(c) : c.json(sent)
    })
}
