import { and, eq, ne } from 'drizzle-orm'
import type { notifyPaymob as contract, PaymobTransaction } from '#contract/paymob'
import type { Db } from '#db/client'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'
import type { Act } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import { isPaymobs, reportOf } from '../outside/paymob/callback.ts'
import { integrationOf } from '../outside/paymob/intention.ts'
import type { Transaction } from './facts.ts'
import { receive } from './inbox.ts'

/** Why a signed callback cannot be about our order; null when it is. */
function whyNotOurs(env: Env, tx: Transaction, one: PaymobTransaction): string | null {
  if (one.amount_cents !== tx.amount) return 'amount_cents'
  if (one.currency !== 'EGP') return 'currency'
  return one.integration_id === integrationOf(env, tx.paymentMethod) ? null : 'integration_id'
}

/** One payment pays one order: values are signed joined bare, so that a letter of the order's number may stand in the next. */
async function paysAnother(db: Db, tx: Transaction, one: PaymobTransaction): Promise<boolean> {
  const isIts = and(eq(transactions.provider, 'paymob'), eq(transactions.providerRefNum, String(one.id)))
  const [other] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(isIts, ne(transactions.id, tx.id)))
  return other !== undefined
}

/**
 * POST /paymob/on-checkout: the provider tells how a payment goes on (docs/rules/money.md 7.3). Our order is found
 * by the provider's order number, which is signed, and not by our own reference, which is not.
 * @throws DomainError `forbidden` for a wrong signature, `transaction-not-found`, `bad-request` for a notice whose amount,
 * currency or way to pay is not that of the order, or whose payment is another order's.
 */
export const notifyPaymob: Act<typeof contract> = async (at) => {
  const { body, query, db, env } = at
  const { obj: one } = body
  if (!isPaymobs(env, one, query.hmac)) throw new DomainError('forbidden', 'hmac')
  if (body.type !== 'TRANSACTION') return undefined
  const isOurs = and(eq(transactions.provider, 'paymob'), eq(transactions.providerOrderId, String(one.order.id)))
  // A refund is a transaction of its own, which says nothing of the paid one: the next sweep asks for that.
  if (one.has_parent_transaction) {
    await db.update(transactions).set({ nextCheckAt: at.now }).where(isOurs)
    return undefined
  }
  const [tx] = await db.select().from(transactions).where(isOurs)
  if (!tx) throw new DomainError('transaction-not-found')
  const field = whyNotOurs(env, tx, one) ?? ((await paysAnother(db, tx, one)) ? 'id' : null)
  if (field) {
    log(env, 'warn', 'notice-refused', { provider: 'paymob', field, transactionId: one.id })
    throw new DomainError('bad-request', `obj.${field}: not that of the order`)
  }
  const report = reportOf(one)
  const isMoney = report.event !== 'accept' && report.event !== 'refuse' && report.event !== 'cancel'
  await receive(at, {
    provider: 'paymob',
    txId: tx.id,
    dedupeKey: `${query.hmac.toLowerCase()}:${report.refundedTotal ?? ''}`,
    news: {
      report,
      reference: isMoney ? String(one.id) : null,
      failure: report.event === 'refuse' ? { code: String(one.id), words: 'declined' } : null,
    },
  })
  return undefined
}
