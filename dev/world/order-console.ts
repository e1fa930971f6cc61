import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Corrupter, Deliveries } from './deliveries.ts'

const ORDER_ACTIONS = [
  'pay',
  'pay-again',
  'refuse',
  'refuse-again',
  'expire',
  'refund',
  'void',
  'report-unknown',
] as const
/**
 * The actions of a developer on an order of either provider; `pay-again` pays a paid order a second time, `refuse-again` refuses
 * another attempt at it, `report-unknown` reports a status that nobody knows.
 */
export type OrderAction = (typeof ORDER_ACTIONS)[number]
const isAction = (text: string): text is OrderAction => ORDER_ACTIONS.some((one) => one === text)

/** `amount` in piastres, null for the whole order; without `isNotified` the webhook is recorded but not sent. */
export type ActionOptions = { amount: number | null; isNotified: boolean }

export type DeliveryConsoleOptions = {
  deliveries: Deliveries
  corrupt: Corrupter
  /** The number under which deliveries are recorded, for any number by which what they are about can be found. */
  resolveNumber?(referenceNumber: string): string
}

export type ConsoleOptions = DeliveryConsoleOptions & {
  /** Every order, oldest first. */
  orders(): unknown[]
  /** Null when there is no such order, a message when its status does not allow the action. */
  apply(
    referenceNumber: string,
    action: OrderAction,
    options: ActionOptions,
  ): Promise<Record<string, unknown> | string | null>
}

const MAX_TIMES = 1000

/** A JSON number, or digits from a form. */
const positiveInteger = (max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d+$/))]),
    z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(max))),
  )
/** Forms send an empty string for an omitted field. */
const optionalField = <T extends z.ZodMiniType>(field: T) => z.optional(z.union([field, z.literal('')]))

const actionBody = z.object({
  amount: optionalField(positiveInteger(Number.MAX_SAFE_INTEGER)),
  deliver: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
})
const sendBody = z.object({
  times: optionalField(positiveInteger(MAX_TIMES)),
  corrupt: optionalField(z.enum(['signature', 'amount'])),
})

/** Reads a form, JSON or an empty body; null when it does not match the schema. */
export async function readBody<T extends z.ZodMiniType>(c: Context, schema: T): Promise<z.output<T> | null> {
  const read = async () => {
    if (isForm(c)) return c.req.parseBody()
    const text = await c.req.text()
    return text === '' ? {} : JSON.parse(text)
  }
  const parsed = schema.safeParse(await read().catch(() => null))
  return parsed.success ? parsed.data : null
}

export const badRequest = (c: Context, fields: string) => c.json({ code: 'bad-request', message: fields }, 400)

export const isForm = (c: Context) => c.req.header('content-type')?.includes('urlencoded') ?? false
/** A form returns to the page that it was sent from. */
export const redirectBack = (c: Context) => c.redirect(c.req.header('referer') ?? '.', 303)

/** `GET /deliveries?referenceNumber=`, and `POST /deliveries/{id}/send` with `{ times?, corrupt? }`. */
export function deliveryConsole({
  deliveries,
  corrupt,
  resolveNumber = (number) => number,
}: DeliveryConsoleOptions): Hono {
  return new Hono()
    .get('/deliveries', (c) => {
      const number = c.req.query('referenceNumber')
      return c.json(deliveries.list(number === undefined ? number : resolveNumber(number)))
    })
    .post('/deliveries/:id/send', async (c) => {
      const delivery = deliveries.find(Number(c.req.param('id')))
      if (!delivery) return c.json({ code: 'not-found', message: 'no such delivery' }, 404)
      const body = await readBody(c, sendBody)
      if (!body) return badRequest(c, `times: 1 to ${MAX_TIMES}; corrupt: signature or amount`)
      const content = body.corrupt ? corrupt(delivery, body.corrupt) : delivery
      const sent = await deliveries.send(delivery, body.times || 1, content)
      return isForm(c) ? redirectBack(c) : c.json(sent)
    })
}

/**
 * The console of one provider: `GET /orders`, `POST /orders/{ref}/{action}` with `{ amount?: piastres, deliver?: false }`,
 * and that of its deliveries. A body that does not match changes nothing and answers 400.
 */
export function orderConsole({ orders, apply, ...ofDeliveries }: ConsoleOptions): Hono {
  return deliveryConsole(ofDeliveries)
    .get('/orders', (c) => c.json(orders()))
    .post('/orders/:ref/:action', async (c) => {
      const { ref, action } = c.req.param()
      if (!isAction(action)) return c.json({ code: 'not-found', message: ORDER_ACTIONS.join(', ') }, 404)
      const body = await readBody(c, actionBody)
      if (!body) return badRequest(c, 'amount: piastres from 1; deliver: true or false')
      const isNotified = body.deliver !== false && body.deliver !== 'false'
      const order = await apply(ref, action, { amount: body.amount || null, isNotified })
      if (order === null) return c.json({ code: 'not-found', message: `no order ${ref}` }, 404)
      if (typeof order === 'string') return c.json({ code: 'illegal', message: order }, 409)
      return isForm(c) ? redirectBack(c) : c.json(order)
    })
}
