import type { orderStatus as statusContract, syncOrder as syncContract } from '#contract/fawry'
import { DomainError } from '#domain/errors'
import type { TransactionEvent } from '#domain/payments/transaction'
import { TransactionStatus } from '#domain/payments/transaction'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { applyStatus } from './apply-status.ts'
import { queryGateway, querySecondPayments, rethrowUnreachable } from './gateway.ts'
import { orderById, visibleOrder } from './visible-order.ts'

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed } = TransactionStatus

/** Maps the gateway's status to ours (docs/rules/money.md 6.6). */
const STATUS_OF: Record<TransactionEvent, TransactionStatus> = {
  accept: New,
  pay: Paid,
  cancel: Canceled,
  void: Canceled,
  expire: Expired,
  refuse: Failed,
  refund: Refunded,
  'refund-part': PartialRefunded,
}

/**
 * The gateway's current status of an order; our row is not changed (docs/rules/money.md 3.9).
 * @throws DomainError `transaction-not-found`, `forbidden`, `fawry-error`.
 */
export const orderStatus = reading(
  ({ query, db }: ReadRequest<typeof statusContract>) => [orderById(db, query.transactionId)],
  async ({ actor, env }: ActContext<typeof statusContract>, [found]) => {
    const order = visibleOrder(found, actor)
    const update = await queryGateway(env, order).catch((error) => rethrowUnreachable(order.provider, error))
    if (!update && order.provider === 'paymob')
      return { orderRefNum: order.providerOrderId ?? '', orderStatus: New, paymentMethod: order.paymentMethod }
    if (!update) throw new DomainError('fawry-error', 'order-not-found: The gateway does not know the order')
    return {
      orderRefNum: update.reference ?? order.providerRefNum ?? '',
      orderStatus: STATUS_OF[update.report.event],
      paymentMethod: order.paymentMethod,
    }
  },
)

/**
 * Queries the gateway and applies its status to our order, as a notification would; an outdated status changes nothing
 * (docs/rules/money.md 3.9).
 * @throws DomainError `transaction-not-found`, `forbidden`, `fawry-error`.
 */
export const syncOrder = reading(
  ({ body, db }: ReadRequest<typeof syncContract>) => [orderById(db, body.transactionId)],
  async (ctx: ActContext<typeof syncContract>, [found]) => {
    const { actor, db, env } = ctx
    const order = visibleOrder(found, actor)
    const update = await queryGateway(env, order).catch((error) => rethrowUnreachable(order.provider, error))
    const seconds = await querySecondPayments(env, order).catch((error) => rethrowUnreachable(order.provider, error))
    const audit = auditStatements(ctx, {
      act: 'fawry.syncStatus',
      kind: 'transaction',
      id: order.id,
      before: { status: order.status },
      after: { reported: update ? STATUS_OF[update.report.event] : null },
    })
    const [entry] = audit
    if (update) await applyStatus(ctx, order.id, update, audit)
    else if (entry) await db.batch([entry])
    for (const second of seconds) await applyStatus(ctx, order.id, second)
    return undefined
  },
)
