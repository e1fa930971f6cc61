import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { auditEntries } from '#db/schema/audit'
import { paymentFileItems, paymentFiles } from '#db/schema/payment-files'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import { receiptUrl } from '../files/store.ts'
import { isAmong } from '../http/filters.ts'
import type { Withdrawal } from '../withdrawals/store.ts'

export type PaymentFileRow = Omit<typeof paymentFiles.$inferSelect, 'content'>

/** Everything but the content, which only the download reads. */
export const fileColumns = {
  id: paymentFiles.id,
  method: paymentFiles.method,
  bank: paymentFiles.bank,
  count: paymentFiles.count,
  total: paymentFiles.total,
  receipt: paymentFiles.receipt,
  createdBy: paymentFiles.createdBy,
  closedAt: paymentFiles.closedAt,
  closedBy: paymentFiles.closedBy,
  createdAt: paymentFiles.createdAt,
  updatedAt: paymentFiles.updatedAt,
} as const

/** The files as answers show them, with what of each still waits; the audit log says which were paid. */
export async function paymentFileViews(db: Db, files: readonly PaymentFileRow[]) {
  const open = await db
    .select({
      fileId: paymentFileItems.fileId,
      count: count(),
      total: sql<number>`SUM(${withdrawals.amount})`,
    })
    .from(paymentFileItems)
    .innerJoin(withdrawals, eq(withdrawals.id, paymentFileItems.withdrawalId))
    .where(
      and(
        isAmong(
          paymentFileItems.fileId,
          files.map(({ id }) => id),
        ),
        eq(paymentFileItems.open, true),
      ),
    )
    .groupBy(paymentFileItems.fileId)
  const paid = await db
    .select({ id: auditEntries.targetId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.targetKind, 'payment-file'),
        isAmong(
          auditEntries.targetId,
          files.map(({ id }) => id),
        ),
        eq(auditEntries.act, 'paymentFile.pay'),
      ),
    )
  const paidIds = new Set(paid.map(({ id }) => id))
  const openOf = new Map(open.map((one) => [one.fileId, one]))
  return files.map((file) => ({
    ...file,
    paid: paidIds.has(file.id),
    receipt: receiptUrl(file.receipt),
    openCount: openOf.get(file.id)?.count ?? 0,
    openTotal: openOf.get(file.id)?.total ?? 0,
  }))
}

/** @throws DomainError `payment-file-not-found`. */
export async function findPaymentFile(db: Db, id: number): Promise<PaymentFileRow> {
  const [file] = await db.select(fileColumns).from(paymentFiles).where(eq(paymentFiles.id, id))
  if (!file) throw new DomainError('payment-file-not-found')
  return file
}

/** The withdrawals of a file by their ids; `open` only: those that still wait. */
export async function withdrawalsOf(db: Db, fileId: number, of: 'all' | 'open'): Promise<Withdrawal[]> {
  const rows = await db
    .select({ withdrawal: withdrawals })
    .from(paymentFileItems)
    .innerJoin(withdrawals, eq(withdrawals.id, paymentFileItems.withdrawalId))
    .where(and(eq(paymentFileItems.fileId, fileId), of === 'open' ? eq(paymentFileItems.open, true) : undefined))
    .orderBy(withdrawals.id)
  return rows.map(({ withdrawal }) => withdrawal)
}
