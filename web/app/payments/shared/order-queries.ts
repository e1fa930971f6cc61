import { queryOptions } from '@tanstack/react-query'
import { getPlan } from '#contract/calls/plans'
import { getTransaction, lastTransaction } from '#contract/calls/transactions'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'

/** A plan, also one that is for invites only, where its student is invited. */
export const planQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.plans, 'one', id],
    queryFn: ({ signal }) => request(getPlan, { params: { id } }, { signal }),
    staleTime: 5 * 60_000,
  })

/** The student's newest order, null before the first. */
export const lastOrderQuery = queryOptions({
  queryKey: [...keys.orders, 'last'],
  queryFn: ({ signal }) => request(lastTransaction, {}, { signal }),
})

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'one', id],
    queryFn: ({ signal }) => request(getTransaction, { params: { id } }, { signal }),
  })
