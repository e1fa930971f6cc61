import { batchReturning, type Statement } from '#db/batch'
import { refunds } from '#db/schema/orders'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { pendingRefundResult } from '#domain/payments/status-report'
import { violationIn } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { applyStatus, executeRefund, failRefundStatement, type PaymentContext } from './apply-status.ts'
import { type GatewayUpdate, ownUpdate, rethrowUnreachable } from './gateway.ts'
import type { LoadedOrder, Order, Refund } from './load-order.ts'

/** `requestedBy` is null for an automatic refund. */
export type RefundRequest = { amount: Piastres; reason: string | null; requestedBy: number | null }

/**
 * Stores a pending refund before the gateway is called, so that a lost response leaves a row to resolve. The database
 * allows one pending refund per order, and never more than was paid. `guards` fail the batch when what the refund was
 * decided on has changed; their error is rethrown, so that the caller decides again.
 * @throws DomainError `illegal`.
 */
async function createRefund(
  { db, env, now, after }: PaymentContext,
  orderId: number,
  request: RefundRequest,
  guards: Statement[],
): Promise<Refund> {
  const insert = db
    .insert(refunds)
    .values({ orderId, ...request, createdAt: now, updatedAt: now })
    .returning()
  const [refund] = await batchReturning(db, guards, insert).catch((error) => {
    const violation = violationIn(error)
    const isByGuard = violation !== null && 'code' in violation && violation.code === 'changed-meanwhile'
    throw violation && !isByGuard ? new DomainError('illegal', 'a refund of this order is under way') : error
  })
  if (!refund) throw new DomainError('unexpected')
  after(notifyQueues(env, 'payments'))
  return refund
}

/**
 * Refunds a paid order, in full or in part, and returns the gateway's message. When the gateway does not respond, the
 * refund stays pending until the payment sweep resolves it.
 * @throws DomainError `illegal` while another refund is pending or for more than was paid, `bad-request` for an order
 * without a gateway reference, `fawry-error` or `service-unavailable` when the gateway refuses or does not respond.
 */
export async function issueRefund(
  context: PaymentContext,
  order: Order,
  request: RefundRequest,
  guards: Statement[] = [],
): Promise<string> {
  if (order.providerRefNum === null) throw new DomainError('bad-request', 'the provider has no number of this order')
  const refund = await createRefund(context, order.id, request, guards)
  return executeRefund(context, order, refund).catch((error) => rethrowUnreachable(order.provider, error))
}

/** Refunds pending for longer than this are resolved by the payment sweep. */
export const REFUND_RESPONSE_TIMEOUT = minutes(5)

/** Records that a refund was not made; its amount becomes refundable again. */
export async function failRefund(
  { db, env, now, after }: PaymentContext,
  refund: Refund,
  reason: string,
  alongside: Statement[] = [],
): Promise<void> {
  await db.batch([failRefundStatement(db, refund, reason, now), ...alongside])
  after(notifyQueues(env, 'payments'))
}

/**
 * Resolves a pending refund that got no response from what the gateway now reports about the order (null: nothing). The
 * refund is never requested a second time, since the first request may have been executed. When the report is inconclusive,
 * the refund stays pending: the nightly ledger proof shows it to staff, who check it at the gateway.
 */
export async function resolveRefund(
  context: PaymentContext,
  { order, pendingRefund, state }: LoadedOrder,
  update: GatewayUpdate | null,
): Promise<void> {
  if (!pendingRefund) return
  const result = pendingRefundResult(state, ownUpdate(order, update)?.report ?? null)
  if (result === 'unknown')
    return log(context.env, 'error', 'refund-unknown', { orderId: order.id, refundId: pendingRefund.id })
  if (result === 'not-made') await failRefund(context, pendingRefund, 'no-answer')
  if (update) await applyStatus(context, order.id, update)
}
