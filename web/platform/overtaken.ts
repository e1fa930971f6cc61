import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * A question that is asked again is started over, but not the first one: its answer is awaited, though it may have been
 * given before the event that asks again. That answer is shown, and asked for once more.
 */
export function askAgainAfterFirst(queryClient: QueryClient): void {
  const overtaken = new WeakSet<Query>()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle'
    if (action.type === 'invalidate' && isFirst) overtaken.add(query)
    if (action.type === 'success' && overtaken.delete(query))
      queueMicrotask(() => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }))
  })
}
