import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Invalidating a query cancels its running fetch and starts another, except for the very first fetch, which TanStack Query
 * lets finish. Its answer may predate the event that invalidated it and would be shown until the next event. So the answer
 * is shown, and the query is invalidated again.
 */
export function refetchWhenInvalidatedDuringFirstFetch(queryClient: QueryClient): void {
  const invalidated = new WeakSet<Query>()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle'
    if (action.type === 'invalidate' && isFirst) invalidated.add(query)
    if (action.type === 'success' && invalidated.delete(query))
      queueMicrotask(() => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }))
  })
}
