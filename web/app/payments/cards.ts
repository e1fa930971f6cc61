import { queryOptions } from '@tanstack/react-query'
import { listCards } from '#contract/calls/fawry'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** The cards that the gateway stores for a student; we store none. */
export const cardsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'cards', userId],
    queryFn: ({ signal }) => request(listCards, { query: { userId } }, { signal }),
    staleTime: 60_000,
  })
