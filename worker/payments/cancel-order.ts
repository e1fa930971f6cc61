import type { cancelOrder as contract } from '#contract/fawry'
import { DomainError } from '#domain/errors'
import { isUnpaid, TransactionStatus } from '#domain/payments/transaction'
import { auditStatements } from '../audit/entry.ts'
import type { Act, At } from '../http/bind.ts'
import type { Transaction } from './facts.ts'
import { findVisible } from './find.ts'
import { askProvider, awayAs, cancelAtProvider } from './provider.ts'
import { applyNews } from './store.ts'

const assertUnpaid = (status: TransactionStatus) => {
  if (!isUnpaid(status)) throw new DomainError('bad-request', 'transactionId: the order is not open any more')
}

/** Gives the order up at its provider. One that was paid in this very moment is taken over as paid. */
async function giveUp(at: At<typeof contract>, tx: Transaction): Promise<void> {
  const { env } = at
  const news = tx.providerRefNum === null ? await askProvider(env, tx) : null
  if (news && news.report.event !== 'accept') await applyNews(at, tx.id, news)
  else
    await cancelAtProvider(env, tx, tx.providerRefNum ?? news?.reference ?? null).catch(async (error) => {
      const told = await askProvider(env, tx)
      if (!told || told.report.event === 'accept') throw error
      assertUnpaid(await applyNews(at, tx.id, told))
      throw error
    })
}

/**
 * POST /fawry/cancel-unpaid-order: gives up an order that was not paid, of either provider (docs/rules/money.md 3.8).
 * Whoever pays at the same moment wins: money that arrives counts.
 * @throws DomainError `transaction-not-found`, `forbidden`, `bad-request` for an order that is not open, `fawry-error`.
 */
export const cancelOrder: Act<typeof contract> = async (at) => {
  const { actor, body, db } = at
  const tx = await findVisible(db, actor, body.transactionId)
  assertUnpaid(tx.status)
  await giveUp(at, tx).catch((error) => awayAs(tx.provider, error))
  const written = { act: 'fawry.cancelOrder', kind: 'transaction', id: tx.id } as const
  const status = await applyNews(
    at,
    tx.id,
    { report: { event: 'cancel', refundedTotal: null } },
    auditStatements(at, { ...written, before: { status: tx.status }, after: { status: TransactionStatus.Canceled } }),
  )
  if (status === TransactionStatus.Paid) assertUnpaid(status)
  return undefined
}
