import type { cancelOrder as contract } from '#contract/fawry'
import type { Statement } from '#db/batch'
import { DomainError } from '#domain/errors'
import { isUnpaid, TransactionStatus } from '#domain/payments/transaction'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { applyStatus, type PaymentContext } from './apply-status.ts'
import { cancelAtGateway, queryGateway, rethrowUnreachable } from './gateway.ts'
import type { Order } from './load-order.ts'
import { orderById, visibleOrder } from './visible-order.ts'

const assertUnpaid = (status: TransactionStatus) => {
  if (!isUnpaid(status)) throw new DomainError('bad-request', 'transactionId: the order is not open any more')
}

/** Cancels the order at its gateway. When the gateway reports another status, such as a payment, that one is applied. */
async function cancelUnpaid(ctx: PaymentContext, order: Order): Promise<void> {
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
 * precedence: it is recorded, and the cancellation is refused. `audit` is written with the cancellation.
 * @throws DomainError `bad-request` for an order that is not unpaid, `fawry-error`.
 */
export async function cancelOpenOrder(context: PaymentContext, order: Order, audit: Statement[] = []): Promise<void> {
  assertUnpaid(order.status)
  await cancelUnpaid(context, order).catch((error) => rethrowUnreachable(order.provider, error))
  const isPaid = (status: TransactionStatus) => status === TransactionStatus.Paid
  const cancellation = { report: { event: 'cancel', refundedTotal: null } } as const
  const status = await applyStatus(context, order.id, cancellation, (after) => (isPaid(after) ? [] : audit))
  if (isPaid(status)) assertUnpaid(status)
}

/** @throws DomainError `transaction-not-found`, `forbidden`, the codes of `cancelOpenOrder`. */
export const cancelOrder = reading(
  ({ body, db }: ReadRequest<typeof contract>) => [orderById(db, body.transactionId)],
  async (ctx: ActContext<typeof contract>, [found]) => {
    const order = visibleOrder(found, ctx.actor)
    const audit = auditStatements(ctx, {
      act: 'fawry.cancelOrder',
      kind: 'transaction',
      id: order.id,
      before: { status: order.status },
      after: { status: TransactionStatus.Canceled },
    })
    await cancelOpenOrder(ctx, order, audit)
    return undefined
  },
)
