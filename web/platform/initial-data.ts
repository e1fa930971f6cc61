import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** API answers contained in the page, so that its first screen makes no request for them. */
type InitialData = [key: QueryKey, answer: unknown][]

const ELEMENT_ID = 'initial-data'

/** The content of the element with the query cache in a page rendered at the edge. */
export function initialDataOf(queryClient: QueryClient): string {
  const answers: InitialData = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])
  // Text in the data must not close the element.
  const text = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${ELEMENT_ID}">${text}</script>`
}

/**
 * Puts the page's initial data into the cache. It counts as fetched now, because the page was rendered when it was
 * requested. Returns whether the page is server-rendered.
 */
export function takeInitialData(queryClient: QueryClient): boolean {
  const element = document.getElementById(ELEMENT_ID)
  if (!element) return false
  for (const [key, answer] of JSON.parse(element.textContent) as InitialData) queryClient.setQueryData(key, answer)
  element.remove()
  return true
}
