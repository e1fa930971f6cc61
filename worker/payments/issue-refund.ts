import { batchReturning, type Statement } from '#db/batch'
import { refunds } from '#db/schema/orders'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { pendingRefundResult } from '#domain/payments/status-report'
import { violationIn } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import { applyStatus, executeRefund, failRefundStatement, type PaymentContext } from './apply-status.ts'
import { type GatewayUpdate, ownUpdate, rethrowUnreachable } from './gateway.ts'
import type { LoadedOrder, Order, Refund } from './load-order.ts'

/** `requestedBy` is null for an automatic refund. */
export type RefundRequest = { amount: Piastres; reason: string | null; requestedBy: number | null }

/** A part of a refund that several orders share. */
export type RefundShare = { order: Order; amount: Piastres }

/**
 * Stores pending refunds before a gateway is called, so that a lost response leaves a row to resolve. The database
 * allows one pending refund per order, and never more than was paid. `guards` fail the batch when what the refund was
 * decided on has changed; their error is rethrown, so that the caller decides again.
 * @throws DomainError `illegal`.
 */
async function createRefunds(
  { db, env, now, after }: PaymentContext,
  shares: readonly RefundShare[],
  { reason, requestedBy }: Omit<RefundRequest, 'amount'>,
  guards: Statement[],
): Promise<(RefundShare & { refund: Refund })[]> {
  const times = { createdAt: now, updatedAt: now }
  const insert = db
    .insert(refunds)
    .values(shares.map(({ order, amount }) => ({ orderId: order.id, amount, reason, requestedBy, ...times })))
    .returning()
  const created = await batchReturning(db, guards, insert).catch((error) => {
    const violation = violationIn(error)
    const isByGuard = violation !== null && 'code' in violation && violation.code === 'changed-meanwhile'
    throw violation && !isByGuard ? new DomainError('illegal', 'a refund of this order is under way') : error
  })
  after(notifyQueues(env, 'payments'))
  return shares.map((share) => {
    const refund = created.find(({ orderId }) => orderId === share.order.id)
    if (!refund) throw new DomainError('unexpected')
    return { ...share, refund }
  })
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
  assertNumbered(order)
  const [created] = await createRefunds(context, [{ order, amount: request.amount }], request, guards)
  if (!created) throw new DomainError('unexpected')
  return executeRefund(context, order, created.refund).catch((error) => rethrowUnreachable(order.provider, error))
}

/**
 * As `issueRefund`, for a refund that several orders share, one after the other. Where the gateway refuses the first, nothing is
 * refunded. Once one is made the others no longer change what the refund ends: one that is refused is left to staff, as any
 * refund that was not made.
 * @throws DomainError the codes of `issueRefund`, where none was made.
 */
export async function issueRefunds(
  context: PaymentContext,
  shares: readonly RefundShare[],
  request: Omit<RefundRequest, 'amount'>,
  guards: Statement[] = [],
): Promise<void> {
  for (const { order } of shares) assertNumbered(order)
  const created = await createRefunds(context, shares, request, guards)
  const failures: { order: Order; error: unknown }[] = []
  for (const [place, { order, refund }] of created.entries()) {
    const error = await executeRefund(context, order, refund).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error === null) continue
    failures.push({ order, error })
    if (place > 0 || error instanceof ProviderUnreachable) continue
    for (const other of created.slice(1)) await failRefund(context, other.refund, 'not-sent')
    throw error
  }
  const [first] = failures
  if (first && failures.length === created.length) rethrowUnreachable(first.order.provider, first.error)
  for (const { order, error } of failures)
    log(context.env, 'error', 'refund-not-made', { orderId: order.id, error: String(error) })
}

function assertNumbered({ providerRefNum }: Order): void {
  if (providerRefNum === null) throw new DomainError('bad-request', 'the provider has no number of this order')
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
