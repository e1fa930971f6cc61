import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { subscriptionRefund } from '#contract/calls/subscriptions'
import { listTransactions, transactionTimeline } from '#contract/calls/transactions'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.payments, 'one', id],
    queryFn: async ({ signal }) => {
      const { list } = await request(listTransactions, { query: { ids: [id], size: 1 } }, { signal })
      return list[0] ?? null
    },
  })

export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.payments, 'timeline', id],
    queryFn: ({ signal }) => request(transactionTimeline, { params: { id } }, { signal }),
  })

/** Never cached: the exact amount at the time of the request. */
export const refundQuery = (subscriptionId: number) =>
  queryOptions({
    queryKey: [...keys.payments, 'refund', subscriptionId],
    queryFn: ({ signal }) => request(subscriptionRefund, { params: { id: subscriptionId } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })

/** Everything that a refund or a cancellation changes. */
export const refetchPayments = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [keys.payments, keys.subscription, keys.lessons, keys.person, keys.users, keys.dashboard].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
