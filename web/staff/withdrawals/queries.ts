import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { invoiceFlags, invoiceQueue, invoiceStats, listInvoices } from '#contract/calls/invoices'
import { getPaymentFile } from '#contract/calls/payment-files'
import { getPayoutBatch, payoutAccount } from '#contract/calls/payouts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

export const queueQuery = queryOptions({
  queryKey: [...keys.withdrawals, 'queue'],
  queryFn: ({ signal }) => request(invoiceQueue, {}, { signal }),
})

export const withdrawalQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'one', id],
    queryFn: async ({ signal }) => {
      const { list } = await request(listInvoices, { query: { ids: [id], size: 1 } }, { signal })
      return list[0] ?? null
    },
  })

export const flagsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'flags', id],
    queryFn: ({ signal }) => request(invoiceFlags, { params: { id } }, { signal }),
  })

export const balanceQuery = (tutorId: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'balance', tutorId],
    queryFn: ({ signal }) => request(invoiceStats, { params: { id: tutorId } }, { signal }),
  })

export const historyQuery = (tutorId: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'history', tutorId],
    queryFn: ({ signal }) => request(listInvoices, { query: { users: [tutorId], size: 6 } }, { signal }),
  })

export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'file', id],
    queryFn: ({ signal }) => request(getPaymentFile, { params: { id } }, { signal }),
  })

/** Whether Paymob pays withdrawals here, and up to which sum one admin decides it. */
export const payoutAccountQuery = queryOptions({
  queryKey: [...keys.settings, 'payout-account'],
  queryFn: ({ signal }) => request(payoutAccount, {}, { signal }),
  staleTime: 60_000,
})

/** With what the account at Paymob holds; asked anew each time that a batch is prepared. */
export const payoutBudgetQuery = queryOptions({
  queryKey: keys.payoutBudget,
  queryFn: ({ signal }) => request(payoutAccount, { query: { budget: true } }, { signal }),
  gcTime: 0,
  retry: false,
})

/** How often a batch is fetched again while its payouts are on their way. */
const PROGRESS_MS = 5_000

export const payoutBatchQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.withdrawals, 'payout-batch', id],
    queryFn: ({ signal }) => request(getPayoutBatch, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.batch.moving > 0 ? PROGRESS_MS : false),
  })

/** Everything that a decision changes: requests, files, totals, and what waits on the home screen. */
export const refetchWithdrawals = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: keys.withdrawals }),
    client.invalidateQueries({ queryKey: keys.dashboard }),
  ])
