import { asc, gt, sql } from 'drizzle-orm'
import type { invoiceQueue } from '#contract/invoices'
import { literals } from '#db/schema/columns'
import { waitingWithdrawals } from '#db/schema/waiting-withdrawals'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { type ReadRequest, reading } from '../http/bind.ts'

const { PendingApproval, PendingCancellation } = WithdrawalStatus

/** Literals, because SQLite matches the partial index of pending requests only with these. */
const oldest = sql<number>`(SELECT MIN(w.created_at) FROM withdrawals w
  WHERE w.method = waiting_withdrawals.method AND w.status IN (${literals(PendingApproval, PendingCancellation)}))`

/** The pending requests by method; `inFiles` of them are in an open payment file. */
export const queue = reading(
  ({ db }: ReadRequest<typeof invoiceQueue>) => [
    db
      .select({
        method: waitingWithdrawals.method,
        count: waitingWithdrawals.rows,
        amount: waitingWithdrawals.amount,
        oldest: oldest.as('oldest'),
        inFiles: waitingWithdrawals.inFiles,
      })
      .from(waitingWithdrawals)
      .where(gt(waitingWithdrawals.rows, 0))
      .orderBy(asc(waitingWithdrawals.method)),
  ],
  async (_, [rows]) => rows,
)
