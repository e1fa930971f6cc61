import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { subscriptionRefund } from '#contract/calls/subscriptions'
import { listTransactions, transactionTimeline } from '#contract/calls/transactions'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'one', id],
    queryFn: async ({ signal }) => {
      const { list } = await request(listTransactions, { query: { ids: [id], size: 1 } }, { signal })
      return list[0] ?? null
    },
  })

export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'timeline', id],
    queryFn: ({ signal }) => request(transactionTimeline, { params: { id } }, { signal }),
  })

/** Never cached: the exact amount at the time of the request. */
export const refundQuery = (subscriptionId: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'refund', subscriptionId],
    queryFn: ({ signal }) => request(subscriptionRefund, { params: { id: subscriptionId } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })

/** Everything that a refund or a cancellation changes. */
export const refetchOrders = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [keys.orders, keys.subscription, keys.lessons, keys.person, keys.users, keys.dashboard].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
