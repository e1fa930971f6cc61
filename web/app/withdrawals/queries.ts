import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listInvoices } from '#contract/calls/invoices'
import { listLessons } from '#contract/calls/lessons'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

export const PAGE_SIZE = 10

/** A page of the tutor's requests, newest first. */
export const withdrawalsQuery = (tutorId: number, page: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'list', tutorId, page],
    queryFn: ({ signal }) => request(listInvoices, { query: { page, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** A page of the lessons that are paid for, the latest first; cancelled ones are not. */
export const earningsQuery = (tutorId: number, page: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'earnings', tutorId, page],
    queryFn: ({ signal }) =>
      request(listLessons, { query: { users: [tutorId], canceled: false, page, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  })
