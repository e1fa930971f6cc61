import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToReadableStream } from 'react-dom/server.edge'
import { createAppRouter } from '../app/router.ts'
import { sendThrough } from '../platform/api.ts'
import { initialDataOf } from '../platform/initial-data.ts'
import { createQueryClient } from '../platform/query-client.ts'
import type { Service } from './platform.ts'

/** A rendered screen of a guest: its markup, its head elements, and the API answers that it was rendered from. */
export type RenderedScreen = { head: string; body: string; data: string }

type RenderedApp = { element: React.ReactElement; queryClient: ReturnType<typeof createQueryClient> }

async function markupOf({ element }: RenderedApp): Promise<string> {
  const stream = await renderToReadableStream(element, {
    // Longer parts would be moved into place by an inline script, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // A part that cannot be rendered here is left to the browser.
    onError: () => undefined,
  })
  await stream.allReady
  return new Response(stream).text()
}

/** Makes the calls that the screen's queries wait for. Failed calls are left to the browser. */
async function answerQueries({ queryClient }: RenderedApp): Promise<boolean> {
  const waiting = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => {
      const { enabled } = options as { enabled?: boolean }
      return state.status === 'pending' && enabled !== false
    })
  await Promise.all(waiting.map((query) => query.fetch().catch(() => undefined)))
  return waiting.length > 0
}

/** React places these before the markup of a fragment; they belong in the head. */
const HOISTED = /^(?:<(?:link|meta)\b[^>]*\/>|<title>[^<]*<\/title>)+/

/** Before the app's code is loaded, submitting a form would put its fields into the address. */
const withHarmlessForms = (markup: string) => markup.replace(/<form\b(?! method)/g, '$& method="dialog"')

/**
 * Renders a screen of the app for a guest with current data of the API. The screen is rendered once to collect its queries,
 * and again with their answers.
 * @param path Path and query, `/tutors?page=2`.
 */
export async function renderScreen(path: string, api: Service): Promise<RenderedScreen> {
  sendThrough((address, init) => api.fetch(new Request(address, init)))
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const element = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  const app = { element, queryClient }
  let markup = await markupOf(app)
  if (await answerQueries(app)) markup = await markupOf(app)
  const head = HOISTED.exec(markup)?.[0] ?? ''
  return { head, body: withHarmlessForms(markup.slice(head.length)), data: initialDataOf(queryClient) }
}
