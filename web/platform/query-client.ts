import { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users'
import { addressee, setAddressee } from './addressee.ts'
import { ApiError } from './api.ts'
import { keys } from './query-keys.ts'
import { refetchWhenInvalidatedDuringFirstFetch } from './refetch-on-invalidation-race.ts'

/** Only a missing answer or a server error may succeed at a second attempt; a refusal would be repeated. */
const isRetryable = (error: Error): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Queries retry once and do not refetch on window focus (docs/rules/screens.md 2.1). */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && isRetryable(error),
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // As below; what has failed is asked for again when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a network a press is answered at once: a paused one would wait without a word, and be sent whenever it returns.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  refetchWhenInvalidatedDuringFirstFetch(queryClient)
  addressWhoIsSignedIn(queryClient)
  return queryClient
}

/** Updates the grammatical gender when the account in the cache changes: on sign-in, profile changes and sign-out. */
function addressWhoIsSignedIn(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== keys.currentUser[0] || !['updated', 'removed'].includes(type)) return
    const gender = queryClient.getQueryData<User>(keys.currentUser)?.gender ?? null
    if (gender !== addressee()) setAddressee(gender)
  })
}
