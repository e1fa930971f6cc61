import { and, eq } from 'drizzle-orm'
import type { refundOrder as contract } from '#contract/fawry'
import type { Statement } from '#db/batch'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { isRefundable } from '#domain/payments/transaction'
import type { Env } from '../env.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { applyStatus } from './apply-status.ts'
import { canBeQueried, queryGateway, rethrowUnreachable } from './gateway.ts'
import { failRefund, issueRefund, REFUND_RESPONSE_TIMEOUT } from './issue-refund.ts'
import { loadOrder, type Order, type Refund } from './load-order.ts'

type RefundAct = ActContext<typeof contract>

/** Selects an order by its provider and number (docs/rules/money.md 5.1), for `refundableOf`. */
function numberedStatement({ body, db }: Pick<RefundAct, 'body' | 'db'>) {
  const whereNumber = eq(orders.providerRefNum, body.orderRefNum)
  const whereProvider = body.provider === undefined ? undefined : eq(orders.provider, body.provider)
  return db.select().from(orders).where(and(whereNumber, whereProvider))
}

/**
 * The selected order. Without a provider, a number may match one order of each provider.
 * @throws DomainError `transaction-not-found`, `bad-request` for an unpaid order, for more than remains of the payment and
 * for a number that matches orders of both providers.
 */
function refundableOf([order, another]: readonly Order[], { body }: RefundAct): Order {
  if (!order) throw new DomainError('transaction-not-found')
  if (another) throw new DomainError('bad-request', 'provider: both providers have an order of this number')
  if (!isRefundable(order.status)) throw new DomainError('bad-request', 'orderRefNum: the order is not paid')
  if (body.refundAmount > order.amount - order.refundedAmount)
    throw new DomainError('bad-request', 'refundAmount: more than is left of the payment')
  return order
}

/**
 * Of an order that cannot be queried, which is a second payment at Fawry, an admin's word counts for the refund that is under way.
 * @throws DomainError `bad-request` where the gateway reports no refund, or none of this amount is under way.
 */
async function assertConfirmed(env: Env, order: Order, pending: Refund | null, amount: Piastres): Promise<void> {
  if (!canBeQueried(order)) {
    if (pending?.amount !== amount) throw new DomainError('bad-request', 'refundAmount: none is under way')
    return
  }
  const update = await queryGateway(env, order).catch((error) => rethrowUnreachable(order.provider, error))
  if (update?.report.event !== 'refund' && update?.report.event !== 'refund-part')
    throw new DomainError('bad-request', 'found: the provider says that nothing was given back')
}

/**
 * Records the result of a refund that an admin has looked up at the gateway: Fawry reports neither the amount of a refund
 * by its own staff nor the result of one partial refund among several. A refund is not recorded as failed while the gateway
 * may still execute it, since it would then never be posted (docs/rules/money.md 5.3).
 * @throws DomainError `bad-request` when the gateway reports no refund, or no refund of this amount is pending, `illegal`
 * before the gateway's response time is over.
 */
async function recordManualRefund(ctx: RefundAct, order: Order, audit: Statement[]): Promise<void> {
  const { body, db, env, now } = ctx
  const pending = (await loadOrder(db, order.id, now))?.pendingRefund ?? null
  if (body.found === 'not-made') {
    if (pending?.amount !== body.refundAmount) throw new DomainError('bad-request', 'refundAmount: none is under way')
    if (now - pending.createdAt < REFUND_RESPONSE_TIMEOUT)
      throw new DomainError('illegal', 'the provider may still make the refund')
    await failRefund(ctx, pending, 'not-made', audit)
    return
  }
  await assertConfirmed(env, order, pending, body.refundAmount)
  const refundedTotal = order.refundedAmount + body.refundAmount
  await applyStatus(ctx, order.id, { report: { event: 'refund-part', refundedTotal } }, audit)
}

/**
 * An admin refunds piastres of a paid order of either gateway, or records a refund that was made at the gateway. A full
 * refund ends the subscription (docs/rules/money.md 5.1).
 * @throws DomainError `transaction-not-found`, `bad-request` for an unpaid order, for more than remains of the payment or
 * for a refund that the gateway does not confirm, `illegal` while another refund is pending or a failed one may still be
 * executed, `fawry-error`.
 */
export const refundOrder = reading(
  (request: ReadRequest<typeof contract>) => [numberedStatement(request)],
  async (ctx: RefundAct, [found]) => {
    const { actor, body } = ctx
    const { refundAmount: amount, reason = null, found: lookedUp } = body
    const order = refundableOf(found, ctx)
    const audit = auditStatements(ctx, {
      act: 'fawry.refund',
      kind: 'transaction',
      id: order.id,
      before: { refundedAmount: order.refundedAmount },
      after: { refundAmount: amount, reason, found: lookedUp },
    })
    if (lookedUp) {
      await recordManualRefund(ctx, order, audit)
      return { statusCode: 200, statusDescription: lookedUp }
    }
    const message = await issueRefund(ctx, order, { amount, reason, requestedBy: actor.id }, audit)
    return { statusCode: 200, statusDescription: message }
  },
)
