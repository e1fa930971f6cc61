import type { cancelOrder as contract } from '#contract/fawry'
import { DomainError } from '#domain/errors'
import { isUnpaid, TransactionStatus } from '#domain/payments/transaction'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { applyStatus } from './apply-status.ts'
import { transactionById, visibleOrder } from './find-transaction.ts'
import { cancelAtGateway, queryGateway, rethrowUnreachable } from './gateway.ts'
import type { Transaction } from './load-order.ts'

const assertUnpaid = (status: TransactionStatus) => {
  if (!isUnpaid(status)) throw new DomainError('bad-request', 'transactionId: the order is not open any more')
}

/** Cancels the order at its gateway. When the gateway reports another status, such as a payment, that one is applied. */
async function cancelUnpaid(ctx: ActContext<typeof contract>, tx: Transaction): Promise<void> {
  const { env } = ctx
  const update = tx.providerRefNum === null ? await queryGateway(env, tx) : null
  if (update && update.report.event !== 'accept') {
    const status = await applyStatus(ctx, tx.id, update)
    if (status === TransactionStatus.Paid) assertUnpaid(status)
  } else
    await cancelAtGateway(env, tx, tx.providerRefNum ?? update?.reference ?? null).catch(async (error) => {
      const latest = await queryGateway(env, tx)
      if (!latest || latest.report.event === 'accept') throw error
      assertUnpaid(await applyStatus(ctx, tx.id, latest))
      throw error
    })
}

/**
 * Cancels an unpaid order, of either gateway (docs/rules/money.md 3.8). A payment that arrives at the same moment takes
 * precedence: it is recorded, and the cancellation is refused.
 * @throws DomainError `transaction-not-found`, `forbidden`, `bad-request` for an order that is not unpaid, `fawry-error`.
 */
export const cancelOrder = reading(
  ({ body, db }: ReadRequest<typeof contract>) => [transactionById(db, body.transactionId)],
  async (ctx: ActContext<typeof contract>, [found]) => {
    const tx = visibleOrder(found, ctx.actor)
    assertUnpaid(tx.status)
    await cancelUnpaid(ctx, tx).catch((error) => rethrowUnreachable(tx.provider, error))
    const audit = auditStatements(ctx, {
      act: 'fawry.cancelOrder',
      kind: 'transaction',
      id: tx.id,
      before: { status: tx.status },
      after: { status: TransactionStatus.Canceled },
    })
    const isPaid = (status: TransactionStatus) => status === TransactionStatus.Paid
    const cancellation = { report: { event: 'cancel', refundedTotal: null } } as const
    const status = await applyStatus(ctx, tx.id, cancellation, (after) => (isPaid(after) ? [] : audit))
    if (isPaid(status)) assertUnpaid(status)
    return undefined
  },
)
