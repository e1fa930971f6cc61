import type { orderStatus as statusContract, syncOrder as syncContract } from '#contract/fawry'
import { DomainError } from '#domain/errors'
import type { TransactionEvent } from '#domain/payments/transaction'
import { TransactionStatus } from '#domain/payments/transaction'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { applyStatus } from './apply-status.ts'
import { transactionById, visibleOrder } from './find-transaction.ts'
import { queryGateway, querySecondPayment, rethrowUnreachable } from './gateway.ts'

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
  ({ query, db }: ReadRequest<typeof statusContract>) => [transactionById(db, query.transactionId)],
  async ({ actor, env }: ActContext<typeof statusContract>, [found]) => {
    const tx = visibleOrder(found, actor)
    const update = await queryGateway(env, tx).catch((error) => rethrowUnreachable(tx.provider, error))
    if (!update && tx.provider === 'paymob')
      return { orderRefNum: tx.providerOrderId ?? '', orderStatus: New, paymentMethod: tx.paymentMethod }
    if (!update) throw new DomainError('fawry-error', 'order-not-found: The gateway does not know the order')
    return {
      orderRefNum: update.reference ?? tx.providerRefNum ?? '',
      orderStatus: STATUS_OF[update.report.event],
      paymentMethod: tx.paymentMethod,
    }
  },
)

/**
 * Queries the gateway and applies its status to our order, as a notification would; an outdated status changes nothing
 * (docs/rules/money.md 3.9).
 * @throws DomainError `transaction-not-found`, `forbidden`, `fawry-error`.
 */
export const syncOrder = reading(
  ({ body, db }: ReadRequest<typeof syncContract>) => [transactionById(db, body.transactionId)],
  async (ctx: ActContext<typeof syncContract>, [found]) => {
    const { actor, db, env } = ctx
    const tx = visibleOrder(found, actor)
    const update = await queryGateway(env, tx).catch((error) => rethrowUnreachable(tx.provider, error))
    const second = await querySecondPayment(env, tx).catch((error) => rethrowUnreachable(tx.provider, error))
    const audit = auditStatements(ctx, {
      act: 'fawry.syncStatus',
      kind: 'transaction',
      id: tx.id,
      before: { status: tx.status },
      after: { reported: update ? STATUS_OF[update.report.event] : null },
    })
    const [entry] = audit
    if (update) await applyStatus(ctx, tx.id, update, audit)
    else if (entry) await db.batch([entry])
    if (second) await applyStatus(ctx, tx.id, second)
    return undefined
  },
)
