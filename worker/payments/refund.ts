import { eq } from 'drizzle-orm'
import type { refundOrder as contract } from '#contract/fawry'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import { isRefundable } from '#domain/payments/transaction'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'
import { giveBack } from './store.ts'

/**
 * POST /fawry/refund: an admin gives back piastres of a paid order, of either provider; a full refund ends the
 * subscription (facts: payments 7.8 with the PROPOSED rows).
 * @throws DomainError `transaction-not-found`, `bad-request` for an order that is not paid or for more than is left of it,
 * `illegal` beside another refund, `fawry-error`.
 */
export const refundOrder: Act<typeof contract> = async (at) => {
  const { actor, body, db } = at
  const { orderRefNum, refundAmount: amount, reason = null } = body
  const [tx] = await db.select().from(transactions).where(eq(transactions.providerRefNum, orderRefNum))
  if (!tx) throw new DomainError('transaction-not-found')
  if (!isRefundable(tx.status)) throw new DomainError('bad-request', 'orderRefNum: the order is not paid')
  if (amount > tx.amount - tx.refundedAmount)
    throw new DomainError('bad-request', 'refundAmount: more than is left of the payment')
  const audit = auditStatements(at, {
    ...{ act: 'fawry.refund', kind: 'transaction', id: tx.id },
    ...{ before: { refundedAmount: tx.refundedAmount }, after: { refundAmount: amount, reason } },
  })
  const { words } = await giveBack(at, tx, { amount, reason, requestedBy: actor.id }, audit)
  return { statusCode: 200, statusDescription: words }
}
