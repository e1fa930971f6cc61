import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { auditEntries } from '#db/schema/audit'
import { paymentFileItems, paymentFiles } from '#db/schema/payment-files'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import { receiptUrl } from '../files/store.ts'
import { isAmong } from '../http/filters.ts'

export type PaymentFileRow = Omit<typeof paymentFiles.$inferSelect, 'content'>

/** All columns but the content, which only the download reads. */
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

/** The statements whose rows `paymentFileViews` takes, for files given by a list of ids or a subquery. */
export const viewStatements = (db: Db, ids: readonly number[] | SQL) =>
  [
    db
      .select({
        fileId: paymentFileItems.fileId,
        count: sql<number>`COUNT(*)`.as('count'),
        total: sql<number>`SUM(${withdrawals.amount})`.as('total'),
      })
      .from(paymentFileItems)
      .innerJoin(withdrawals, eq(withdrawals.id, paymentFileItems.withdrawalId))
      .where(and(isAmong(paymentFileItems.fileId, ids), eq(paymentFileItems.open, true)))
      .groupBy(paymentFileItems.fileId),
    db
      .select({ id: auditEntries.targetId })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.targetKind, 'payment-file'),
          isAmong(auditEntries.targetId, ids),
          eq(auditEntries.act, 'paymentFile.pay'),
        ),
      ),
  ] as const

/** The files as answered, with what is still pending of each; the audit log tells which withdrawals were paid. */
export function paymentFileViews(
  files: readonly PaymentFileRow[],
  [open, paid]: RowsOf<ReturnType<typeof viewStatements>>,
) {
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

/** Selects a file. */
export const paymentFileStatement = (db: Db, id: number) =>
  db.select(fileColumns).from(paymentFiles).where(eq(paymentFiles.id, id))

/** @throws DomainError `payment-file-not-found`. */
export async function findPaymentFile(db: Db, id: number): Promise<PaymentFileRow> {
  const [file] = await paymentFileStatement(db, id)
  if (!file) throw new DomainError('payment-file-not-found')
  return file
}

/** The withdrawals of a file by id; with `open` only those still pending. */
export const withdrawalsOf = (db: Db, fileId: number, of: 'all' | 'open') =>
  db
    .select(getTableColumns(withdrawals))
    .from(paymentFileItems)
    .innerJoin(withdrawals, eq(withdrawals.id, paymentFileItems.withdrawalId))
    .where(and(eq(paymentFileItems.fileId, fileId), of === 'open' ? eq(paymentFileItems.open, true) : undefined))
    .orderBy(withdrawals.id)
