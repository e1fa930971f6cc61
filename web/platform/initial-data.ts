import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Answers that a page brings with it, so that its first screen makes no request for them. */
type InitialData = [key: QueryKey, answer: unknown][]

const ELEMENT_ID = 'initial-data'

/** The text of the element that a page rendered at the edge holds: what is in the cache of its queries. */
export function initialDataOf(queryClient: QueryClient): string {
  const answers: InitialData = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])
  // The text of a name must not end the element.
  const text = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${ELEMENT_ID}">${text}</script>`
}

/**
 * Puts the page's initial data into the cache. It counts as fetched now: a page is rendered when it is requested.
 * Returns whether the page is server-rendered.
 */
export function takeInitialData(queryClient: QueryClient): boolean {
  const element = document.getElementById(ELEMENT_ID)
  if (!element) return false
  for (const [key, answer] of JSON.parse(element.textContent) as InitialData) queryClient.setQueryData(key, answer)
  element.remove()
  return true
}
