import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { askAgainAfterFirst } from './overtaken.ts'

/** A refusal stays a refusal: only an answer that did not come, or a fault, is worth asking for again. */
const isWorthAsking = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Queries retry once and do not refetch on window focus (docs/rules/screens.md 2.1). */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && isWorthAsking(error),
        refetchOnWindowFocus: false,
        staleTime: 30_000,
      },
      mutations: { retry: false },
    },
  })
  askAgainAfterFirst(queryClient)
  return queryClient
}
