import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { refetchWhenInvalidatedDuringFirstFetch } from './refetch-on-invalidation-race.ts'

/** Only a missing answer or a server error may turn out otherwise at a second attempt; a refusal would be the same. */
const isRetryable = (error: Error): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Queries retry once and do not refetch on window focus (docs/rules/screens.md 2.1). */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && isRetryable(error),
        refetchOnWindowFocus: false,
        staleTime: 30_000,
      },
      mutations: { retry: false },
    },
  })
  refetchWhenInvalidatedDuringFirstFetch(queryClient)
  return queryClient
}
