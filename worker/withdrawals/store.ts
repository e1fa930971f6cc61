import type { withdrawals } from '#db/schema/withdrawals'
import type { WithdrawalRequest as Requested } from '#domain/ledger/entries'
import { notifyUsers, publish } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { receiptUrl } from '../files/store.ts'

export type Withdrawal = typeof withdrawals.$inferSelect

export const invoiceView = (one: Withdrawal) => ({
  ...one,
  receipt: receiptUrl(one.receipt),
})

/** A request as the ledger knows it. */
export const withdrawalRequestOf = ({ id, userId, amount }: Withdrawal): Requested => ({
  withdrawalId: id,
  tutorId: userId,
  amount,
})

/** After the batch: the admins who watch the requests and the tutor's tabs read them anew (docs/rules/money.md 9.8). */
export const notifyInvoiceUpdated = (env: Env, tutorId: number): Promise<unknown> =>
  Promise.all([
    publish(env, 'AdminInvoices', { event: 'InvoiceUpdated' }),
    notifyUsers(env, [tutorId], { event: 'InvoiceUpdated' }),
  ])
