import { and, eq } from 'drizzle-orm'
import type { notifyFawry as contract } from '#contract/fawry'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import type { Act, ActContext } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import { parseNotification } from '../outside/fawry/notification.ts'
import { applyGatewayStatus } from './apply-status.ts'
import { gatewayUpdateOf, mismatchedField } from './gateway.ts'
import { receiveNotification, recordUnknownStatus } from './notification-inbox.ts'

/** The order that a notification names by our number. */
const numberedStatement = ({ db }: Pick<ActContext<typeof contract>, 'db'>, merchantRefNum: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.provider, 'fawry'), eq(orders.merchantRefNum, merchantRefNum)))

/**
 * Fawry reports an order's status (docs/rules/money.md 4.4, 6.5). The signature is checked first, then every signed value
 * against the order's row. The notification is stored before it is processed, so that a failure cannot lose it, and is
 * processed once. One of a status that we do not know is recorded for staff and changes nothing (docs/rules/money.md 4.8).
 * @throws DomainError `forbidden` for a wrong signature, `bad-request` for a notification that matches no order.
 */
export const notifyFawry: Act<typeof contract> = async (ctx) => {
  const { body, env } = ctx
  const reported = parseNotification(env, body)
  if (!reported) throw new DomainError('forbidden', 'messageSignature')
  const [found] = await numberedStatement(ctx, reported.merchantRefNum)
  // The charge of a card tells no number. Fawry answers inquiries by the order's own: that of a second payment must not take its place.
  const isFirstNumber = found?.providerRefNum === null && reported.isOk && reported.event === 'pay'
  if (found && isFirstNumber) await applyGatewayStatus(ctx, found)
  const [order] = isFirstNumber ? await numberedStatement(ctx, reported.merchantRefNum) : [found]
  if (order && !reported.isOk) {
    const { status } = reported
    const dedupeKey = body.messageSignature.toLowerCase()
    await recordUnknownStatus(ctx, { provider: 'fawry', dedupeKey, orderId: order.id, status })
    return undefined
  }
  const field = order && reported.isOk ? mismatchedField(order, reported) : 'merchantRefNumber'
  if (!order || !reported.isOk || field) {
    log(env, 'warn', 'notice-refused', { provider: 'fawry', field, reference: reported.reference })
    throw new DomainError('bad-request', `${field}: not that of an order of ours`)
  }
  const dedupeKey = body.messageSignature.toLowerCase()
  await receiveNotification(ctx, { provider: 'fawry', dedupeKey, orderId: order.id, update: gatewayUpdateOf(reported) })
  return undefined
}
