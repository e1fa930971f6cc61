import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { refundOrder as contract } from '#contract/fawry'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import { isRefundable } from '#domain/payments/transaction'
import { auditStatements } from '../audit/entry.ts'
import type { Act, At } from '../http/bind.ts'
import { readOrder, type Transaction } from './facts.ts'
import { askProvider, awayAs } from './provider.ts'
import { applyNews, giveBack, giveRefundUp } from './store.ts'

type Wanted = At<typeof contract>

/** @throws DomainError `transaction-not-found`, `bad-request` for an order that is not paid or for more than is left of it. */
async function find({ body, db }: Wanted): Promise<Transaction> {
  const [tx] = await db.select().from(transactions).where(eq(transactions.providerRefNum, body.orderRefNum))
  if (!tx) throw new DomainError('transaction-not-found')
  if (!isRefundable(tx.status)) throw new DomainError('bad-request', 'orderRefNum: the order is not paid')
  if (body.refundAmount > tx.amount - tx.refundedAmount)
    throw new DomainError('bad-request', 'refundAmount: more than is left of the payment')
  return tx
}

/**
 * The gateway does not say how much its staff gave back, nor what became of one part among several: an admin has looked.
 * @throws DomainError `bad-request` where the provider says that nothing was given back, or no such refund is under way.
 */
async function writeDown(at: Wanted, tx: Transaction, audit: BatchItem<'sqlite'>[]): Promise<void> {
  const { body, db, env, now } = at
  const pending = (await readOrder(db, tx.id, now))?.pending ?? null
  if (body.found === 'not-made') {
    if (pending?.amount !== body.refundAmount) throw new DomainError('bad-request', 'refundAmount: none is under way')
    await giveRefundUp(at, pending, 'not-made', audit)
    return
  }
  const news = await askProvider(env, tx).catch((error) => awayAs(tx.provider, error))
  if (news?.report.event !== 'refund' && news?.report.event !== 'refund-part')
    throw new DomainError('bad-request', 'found: the provider says that nothing was given back')
  const refundedTotal = tx.refundedAmount + body.refundAmount
  await applyNews(at, tx.id, { report: { event: 'refund-part', refundedTotal } }, audit)
}

/**
 * POST /fawry/refund: an admin gives back piastres of a paid order, of either provider, or writes down what was given back
 * at the provider; a full refund ends the subscription (docs/rules/money.md 5.1).
 * @throws DomainError `transaction-not-found`, `bad-request` for an order that is not paid, for more than is left of it or
 * for what the provider denies, `illegal` beside another refund, `fawry-error`.
 */
export const refundOrder: Act<typeof contract> = async (at) => {
  const { actor, body } = at
  const { refundAmount: amount, reason = null, found } = body
  const tx = await find(at)
  const audit = auditStatements(at, {
    act: 'fawry.refund',
    kind: 'transaction',
    id: tx.id,
    before: { refundedAmount: tx.refundedAmount },
    after: { refundAmount: amount, reason, found },
  })
  if (found) {
    await writeDown(at, tx, audit)
    return { statusCode: 200, statusDescription: found }
  }
  const { words } = await giveBack(at, tx, { amount, reason, requestedBy: actor.id }, audit)
  return { statusCode: 200, statusDescription: words }
}
