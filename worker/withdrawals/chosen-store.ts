import { and, eq, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { paymentFileItems } from '#db/schema/payment-files'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { isAmong } from '../http/filters.ts'
import { historyStatements } from './cooling-off-store.ts'
import { isInPayout } from './payout-batch-store.ts'

/** The requests with these distinct ids, and what paying them depends on, for `payableOf`. */
export const chosenStatements = (db: Db, ids: readonly number[]) =>
  [
    db
      .select({
        id: withdrawals.id,
        userId: withdrawals.userId,
        name: users.name,
        method: withdrawals.method,
        receiver: withdrawals.receiver,
        amount: withdrawals.amount,
        status: withdrawals.status,
        createdAt: withdrawals.createdAt,
        isPaying: isInPayout('open').as('is_paying'),
      })
      .from(withdrawals)
      .innerJoin(users, eq(users.id, withdrawals.userId))
      .where(isAmong(withdrawals.id, ids)),
    db
      .select({ withdrawalId: paymentFileItems.withdrawalId, fileId: paymentFileItems.fileId })
      .from(paymentFileItems)
      .where(and(isAmong(paymentFileItems.withdrawalId, ids), sql`open = 1`)),
    ...historyStatements(
      db,
      sql`SELECT ${withdrawals.userId} FROM ${withdrawals} WHERE ${isAmong(withdrawals.id, ids)}`,
    ),
  ] as const

type ChosenRows = RowsOf<ReturnType<typeof chosenStatements>>

/**
 * The chosen requests, none of which is decided or on its way in a file or a batch of payouts (docs/rules/staff.md 8.3), with the rows
 * that say which of them cool off.
 * @throws DomainError `invoice-not-found`, `illegal-invoice-update` for one that is not pending, `invoice-in-payment-file`,
 * `invoice-in-payout`.
 */
export function payableOf(ids: readonly number[], [found, filed, ...history]: ChosenRows) {
  if (found.length < ids.length) throw new DomainError('invoice-not-found')
  const decided = found.find(({ status }) => status !== WithdrawalStatus.PendingApproval)
  if (decided) throw new DomainError('illegal-invoice-update', `ids: ${decided.id} does not wait for approval`)
  const [inFile] = filed
  if (inFile)
    throw new DomainError('invoice-in-payment-file', `ids: ${inFile.withdrawalId} is in file ${inFile.fileId}`)
  const paying = found.find(({ isPaying }) => isPaying)
  if (paying) throw new DomainError('invoice-in-payout', `ids: ${paying.id} is in a batch of payouts`)
  return { requests: found, history }
}
