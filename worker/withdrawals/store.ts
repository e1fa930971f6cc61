import type { withdrawals } from '#db/schema/withdrawals'
import type { WithdrawalRequest } from '#domain/withdrawals/ledger-entries'
import { notifyUsers, publish } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { receiptUrl } from '../files/store.ts'
import { notifyQueues } from '../live/staff-queues.ts'

export type Withdrawal = typeof withdrawals.$inferSelect

export const invoiceView = ({ coolingOffWaivedBy: _waivedBy, ...one }: Withdrawal) => ({
  ...one,
  note: one.adminNote ?? one.note,
  tutorNote: one.note,
  receipt: receiptUrl(one.receipt),
})

/** Converts a withdrawal to the type that ledger entries take. */
export const withdrawalRequestOf = ({ id, userId, amount }: Withdrawal): WithdrawalRequest => ({
  withdrawalId: id,
  tutorId: userId,
  amount,
})

/**
 * Makes the admins' and the tutor's open pages reload the requests (docs/rules/money.md 9.8). Call after the batch has
 * committed.
 */
export const notifyInvoiceUpdated = (env: Env, tutorId: number): Promise<unknown> =>
  Promise.all([
    publish(env, 'AdminInvoices', { event: 'InvoiceUpdated' }),
    notifyQueues(env, 'withdrawals'),
    notifyUsers(env, [tutorId], { event: 'InvoiceUpdated' }),
  ])
