import type { orderStatus as statusContract, syncOrder as syncContract } from '#contract/fawry'
import { DomainError } from '#domain/errors'
import type { TransactionEvent } from '#domain/payments/transaction'
import { TransactionStatus } from '#domain/payments/transaction'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'
import { findVisible } from './find.ts'
import { askProvider, awayAs } from './provider.ts'
import { applyNews } from './store.ts'

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed } = TransactionStatus

/** What the provider's word would be called on our side (docs/rules/money.md 6.6). */
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
 * GET /fawry/payment-status: what the provider says of an order; ours is not changed (docs/rules/money.md 3.9).
 * @throws DomainError `transaction-not-found`, `forbidden`, `fawry-error`.
 */
export const orderStatus: Act<typeof statusContract> = async ({ actor, query, db, env }) => {
  const tx = await findVisible(db, actor, query.transactionId)
  const news = await askProvider(env, tx).catch((error) => awayAs(tx.provider, error))
  if (!news && tx.provider === 'paymob')
    return { orderRefNum: tx.providerOrderId ?? '', orderStatus: New, paymentMethod: tx.paymentMethod }
  if (!news) throw new DomainError('fawry-error', 'order-not-found: The gateway does not know the order')
  return {
    orderRefNum: news.reference ?? tx.providerRefNum ?? '',
    orderStatus: STATUS_OF[news.report.event],
    paymentMethod: tx.paymentMethod,
  }
}

/**
 * POST /fawry/payment-status/sync: takes over what the provider says, as its notice would; old news changes nothing
 * (docs/rules/money.md 3.9).
 * @throws DomainError `transaction-not-found`, `forbidden`, `fawry-error`.
 */
export const syncOrder: Act<typeof syncContract> = async (at) => {
  const { actor, body, db, env } = at
  const tx = await findVisible(db, actor, body.transactionId)
  const news = await askProvider(env, tx).catch((error) => awayAs(tx.provider, error))
  const written = { act: 'fawry.syncStatus', kind: 'transaction', id: tx.id } as const
  if (news) await applyNews(at, tx.id, news, auditStatements(at, { ...written, before: { status: tx.status } }))
  return undefined
}
