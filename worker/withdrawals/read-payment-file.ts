import { eq, isNotNull, isNull } from 'drizzle-orm'
import type { downloadPaymentFile, getPaymentFile, listPaymentFiles } from '#contract/payment-files'
import { paymentFiles } from '#db/schema/payment-files'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'
import { countOf, countStatement, newestOrder, offsetOf, valuesOnPage } from '../http/pages.ts'
import {
  fileColumns,
  paymentFileStatement,
  paymentFileViews,
  viewStatements,
  withdrawalsOf,
} from './payment-file-store.ts'
import { invoiceView } from './store.ts'

export const list = reading(
  ({ db, query }: ReadRequest<typeof listPaymentFiles>) => {
    const isOpen = isNull(paymentFiles.closedAt)
    const where = query.open === undefined ? undefined : query.open ? isOpen : isNotNull(paymentFiles.closedAt)
    const order = newestOrder(paymentFiles)
    return [
      countStatement(db, paymentFiles, where),
      db
        .select(fileColumns)
        .from(paymentFiles)
        .where(where)
        .orderBy(...order)
        .limit(query.size)
        .offset(offsetOf(query)),
      ...viewStatements(db, valuesOnPage([paymentFiles.id], paymentFiles, where, query, order)),
    ] as const
  },
  async (_, [counted, files, ...details]) => ({ list: paymentFileViews(files, details), ...countOf(counted) }),
)

/** @throws DomainError `payment-file-not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getPaymentFile>) =>
    [
      paymentFileStatement(db, params.id),
      withdrawalsOf(db, params.id, 'all'),
      ...viewStatements(db, [params.id]),
    ] as const,
  async (_, [found, invoices, ...details]) => {
    const [file] = paymentFileViews(found, details)
    if (!file) throw new DomainError('payment-file-not-found')
    return { file, invoices: invoices.map(invoiceView) }
  },
)

/**
 * The file as created, whatever has become of its withdrawals.
 * @throws DomainError `payment-file-not-found`.
 */
export const download = reading(
  ({ db, params }: ReadRequest<typeof downloadPaymentFile>) => [
    db.select({ content: paymentFiles.content }).from(paymentFiles).where(eq(paymentFiles.id, params.id)),
  ],
  async ({ params }, [[file]]) => {
    if (!file) throw new DomainError('payment-file-not-found')
    return new Response(file.content, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="hessa-payments-${params.id}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
)
