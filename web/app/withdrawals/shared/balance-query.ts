import { queryOptions } from '@tanstack/react-query'
import { invoiceStats } from '#contract/calls/invoices'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'

/** What a tutor earned, requested and may withdraw, in piastres. */
export const balanceQuery = (tutorId: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'balance', tutorId],
    queryFn: ({ signal }) => request(invoiceStats, { params: { id: tutorId } }, { signal }),
  })
