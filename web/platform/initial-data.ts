import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { toIso } from '#domain/cairo'
import { learnServerTime, now } from './clock.ts'

/** API answers contained in the page, so that its first screen makes no request for them, and the instant at which it was rendered. */
type InitialData = { renderedAt: string; answers: [key: QueryKey, answer: unknown][] }

const ELEMENT_ID = 'initial-data'

/** The content of the element with the query cache in a page rendered at the edge. */
export function initialDataOf(queryClient: QueryClient): string {
  const answers = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): InitialData['answers'][number] => [queryKey, state.data])
  const data: InitialData = { renderedAt: toIso(now()), answers }
  // Text in the data must not close the element.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${ELEMENT_ID}">${text}</script>`
}

/** When the page was requested and received, by the device's clock; epoch milliseconds. */
function timesOfPage(): [sentAt: number, receivedAt: number] {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const start = Date.now() - performance.now()
  return [start + (page?.requestStart ?? 0), start + (page?.responseEnd ?? performance.now())]
}

/**
 * Puts the page's initial data into the cache. It counts as fetched now, because the page was rendered when it was
 * requested. Where the device's clock is wrong, the first drawing would otherwise show other days than the page, and a press on one of
 * them could not be repeated (`app/start.ts`). Returns whether the page is server-rendered.
 */
export function takeInitialData(queryClient: QueryClient): boolean {
  const element = document.getElementById(ELEMENT_ID)
  if (!element) return false
  const { renderedAt, answers } = JSON.parse(element.textContent) as InitialData
  learnServerTime(renderedAt, ...timesOfPage())
  for (const [key, answer] of answers) queryClient.setQueryData(key, answer)
  element.remove()
  return true
}
