import { eq, isNotNull, isNull } from 'drizzle-orm'
import type { downloadPaymentFile, getPaymentFile, listPaymentFiles } from '#contract/payment-files'
import { paymentFiles } from '#db/schema/payment-files'
import { DomainError } from '#domain/errors'
import { type Act, type Asked, reading } from '../http/bind.ts'
import { newestFirst } from '../http/pages.ts'
import { invoiceView } from '../withdrawals/store.ts'
import { findPaymentFile, paymentFileViews, withdrawalsOf } from './store.ts'

export const list: Act<typeof listPaymentFiles> = async ({ db, query }) => {
  const isOpen = isNull(paymentFiles.closedAt)
  const where = query.open === undefined ? undefined : query.open ? isOpen : isNotNull(paymentFiles.closedAt)
  const { rows, ...count } = await newestFirst(db, paymentFiles, where, query)
  return {
    list: await paymentFileViews(
      db,
      rows.map(({ content: _content, ...file }) => file),
    ),
    ...count,
  }
}

/** @throws DomainError `payment-file-not-found`. */
export const read: Act<typeof getPaymentFile> = async ({ db, params }) => {
  const found = await findPaymentFile(db, params.id)
  const [[file], invoices] = await Promise.all([paymentFileViews(db, [found]), withdrawalsOf(db, params.id, 'all')])
  if (!file) throw new DomainError('payment-file-not-found')
  return { file, invoices: invoices.map(invoiceView) }
}

/**
 * What was written when the file was made, whatever its withdrawals have become.
 * @throws DomainError `payment-file-not-found`.
 */
export const download = reading(
  ({ db, params }: Asked<typeof downloadPaymentFile>) => [
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
