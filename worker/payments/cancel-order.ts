import type { cancelOrder as contract } from '#contract/fawry'
import { DomainError } from '#domain/errors'
import { isUnpaid, TransactionStatus } from '#domain/payments/transaction'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { applyStatus } from './apply-status.ts'
import { cancelAtGateway, queryGateway, rethrowUnreachable } from './gateway.ts'
import type { Order } from './load-order.ts'
import { orderById, visibleOrder } from './visible-order.ts'

const assertUnpaid = (status: TransactionStatus) => {
  if (!isUnpaid(status)) throw new DomainError('bad-request', 'transactionId: the order is not open any more')
}

/** Cancels the order at its gateway. When the gateway reports another status, such as a payment, that one is applied. */
async function cancelUnpaid(ctx: ActContext<typeof contract>, order: Order): Promise<void> {
  const { env } = ctx
  const update = order.providerRefNum === null ? await queryGateway(env, order) : null
  if (update && update.report.event !== 'accept') {
    const status = await applyStatus(ctx, order.id, update)
    if (status === TransactionStatus.Paid) assertUnpaid(status)
  } else
    await cancelAtGateway(env, order, order.providerRefNum ?? update?.reference ?? null).catch(async (error) => {
      const latest = await queryGateway(env, order)
      if (!latest || latest.report.event === 'accept') throw error
      assertUnpaid(await applyStatus(ctx, order.id, latest))
      throw error
    })
}

/**
 * Cancels an unpaid order, of either gateway (docs/rules/money.md 3.8). A payment that arrives at the same moment takes
 * precedence: it is recorded, and the cancellation is refused.
 * @throws DomainError `transaction-not-found`, `forbidden`, `bad-request` for an order that is not unpaid, `fawry-error`.
 */
export const cancelOrder = reading(
  ({ body, db }: ReadRequest<typeof contract>) => [orderById(db, body.transactionId)],
  async (ctx: ActContext<typeof contract>, [found]) => {
    const order = visibleOrder(found, ctx.actor)
    assertUnpaid(order.status)
    await cancelUnpaid(ctx, order).catch((error) => rethrowUnreachable(order.provider, error))
    const audit = auditStatements(ctx, {
      act: 'fawry.cancelOrder',
      kind: 'transaction',
      id: order.id,
      before: { status: order.status },
      after: { status: TransactionStatus.Canceled },
    })
    const isPaid = (status: TransactionStatus) => status === TransactionStatus.Paid
    const cancellation = { report: { event: 'cancel', refundedTotal: null } } as const
    const status = await applyStatus(ctx, order.id, cancellation, (after) => (isPaid(after) ? [] : audit))
    if (isPaid(status)) assertUnpaid(status)
    return undefined
  },
)
