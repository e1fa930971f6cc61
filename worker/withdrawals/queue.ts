import { count, eq, inArray, sql } from 'drizzle-orm'
import type { invoiceQueue } from '#contract/invoices'
import { paymentFileItems } from '#db/schema/payment-files'
import { withdrawals } from '#db/schema/withdrawals'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { type Asked, reading } from '../http/bind.ts'

const { PendingApproval, PendingCancellation } = WithdrawalStatus

/** The requests that wait for a decision, by method; `inFiles` of them are in an open payment file. */
export const queue = reading(
  ({ db }: Asked<typeof invoiceQueue>) => [
    db
      .select({
        method: withdrawals.method,
        count: count(),
        amount: sql<number>`SUM(${withdrawals.amount})`,
        oldest: sql<number>`MIN(${withdrawals.createdAt})`,
        inFiles: count(paymentFileItems.withdrawalId),
      })
      .from(withdrawals)
      .leftJoin(
        paymentFileItems,
        sql`${eq(paymentFileItems.withdrawalId, withdrawals.id)} AND ${paymentFileItems.open} = 1`,
      )
      .where(inArray(withdrawals.status, [PendingApproval, PendingCancellation]))
      .groupBy(withdrawals.method),
  ],
  async (_, [rows]) => rows,
)
