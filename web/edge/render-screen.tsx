import { createRequestHandler, RouterServer } from '@tanstack/react-router/ssr/server'
import { renderToReadableStream } from 'react-dom/server.edge'
import { App } from '../app/app.tsx'
import { titleOf } from '../app/page-title.tsx'
import { createAppRouter } from '../app/router.ts'
import { sendThrough } from '../platform/api.ts'
import type { FirstRender } from '../platform/first-render.ts'
import { preferencesIn } from '../platform/preferences.ts'
import { createQueryClient } from '../platform/query-client.ts'
import type { Service } from './platform.ts'

export type RenderedScreen = { answer: Response; title: string | undefined }

/**
 * Renders a screen of the app for a guest with current data of the API, from which the browser hydrates it.
 * @returns The markup, with 404 where the address names a record that does not exist, or a redirect.
 * @throws Error if the API does not answer what the screen needs: the browser then renders it, and shows the error.
 */
export async function renderScreen(request: Request, api: Service, nonce: string): Promise<RenderedScreen> {
  sendThrough((address, init) => api.fetch(new Request(address, init)))
  const queryClient = createQueryClient()
  const first: FirstRender = {
    preferences: preferencesIn(request.headers.get('cookie') ?? ''),
    at: null,
    path: new URL(request.url).pathname,
  }
  let title: string | undefined
  const handle = createRequestHandler({ request, createRouter: () => createAppRouter(queryClient, first, nonce) })
  const answer = await handle(async ({ router, responseHeaders }) => {
    const failed = router.state.matches.find(({ status }) => status === 'error')
    if (failed) throw failed.error
    title = titleOf(router.state.matches)
    const isMissing = router.state.matches.some(({ status }) => status === 'notFound')
    const markup = await renderToReadableStream(
      <App queryClient={queryClient} first={first}>
        <RouterServer router={router} />
      </App>,
      { nonce, progressiveChunkSize: Number.POSITIVE_INFINITY },
    )
    // Everything is there by now but code: nothing is streamed, so that no script has to move it into place.
    await markup.allReady
    return new Response(markup, { status: isMissing ? 404 : 200, headers: responseHeaders })
  })
  return { answer, title }
}
