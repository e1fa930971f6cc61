import { hasSignedInHint } from '../platform/signed-in-hint.ts'
import { emptyPage, forOneReader, keepChoice, languageOf, servePage } from './pages.ts'
import type { EdgeEnv, EdgeWorker } from './platform.ts'
import type { RenderedScreen } from './render-app.tsx'

/** The public screens, which are rendered here; all others start empty. */
const RENDERED = /^\/(?:tutors|t\/[1-9]\d{0,9}|login)$/
/** The redirect back from Google, which only the browser can process. */
const isReturn = (search: URLSearchParams) => search.has('code') || search.has('error')

const isRendered = ({ method, headers, url }: Request): boolean => {
  const { pathname, searchParams } = new URL(url)
  // A signed-in user's screen cannot be rendered here, because the token never leaves the browser's storage.
  return (
    method === 'GET' &&
    RENDERED.test(pathname) &&
    !isReturn(searchParams) &&
    !hasSignedInHint(headers.get('cookie') ?? '')
  )
}

/** Renderers are language-specific, because all parts of a page contain text. */
const RENDERERS = {
  ar: () => import('./render-app.tsx'),
  en: () => import('./render-app-in-english.ts'),
}

const TITLE = /<title>[^<]*<\/title>/
const ROOT = /(<div id="root">)[\s\S]*?(<\/div>\s*<noscript>)/

/**
 * Inserts the rendered screen into the app's empty page. The app's code is not preloaded: `app/start.ts` fetches it later.
 */
export function fillPage(page: string, { head, body, data }: RenderedScreen): string {
  const isTitled = TITLE.test(head)
  return page
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(TITLE, (title) => (isTitled ? '' : title))
    .replace('</head>', () => `${head}</head>`)
    .replace(ROOT, (_, start, end) => `${start}${body}${end.replace('<noscript>', () => `${data}<noscript>`)}`)
}

async function renderPage(request: Request, env: EdgeEnv): Promise<Response> {
  const url = new URL(request.url)
  // The app's modules read the page's address when they are loaded.
  globalThis.location ??= url as unknown as Location
  const language = languageOf(request)
  const [{ renderScreen }, empty] = await Promise.all([
    RENDERERS[language](),
    emptyPage(env, new Request(url), language),
  ])
  const api = env.API ?? { fetch: (call: Request) => fetch(call) }
  const screen = await renderScreen(`${url.pathname}${url.search}`, api)
  // A guest's page must not be cached, because the same address gives another page after signing in.
  const answer = forOneReader(new Response(fillPage(await empty.text(), screen), empty))
  answer.headers.delete('etag')
  answer.headers.delete('content-length')
  return answer
}

/** `_worker.js` of the app’s Pages project: every request for its pages and files. */
export default {
  async fetch(request, env) {
    const kept = keepChoice(request)
    if (kept) return kept
    if (!isRendered(request)) return servePage(request, env)
    try {
      return await renderPage(request, env)
    } catch {
      // The browser then renders the screen, and shows the error.
      return servePage(request, env)
    }
  },
} satisfies EdgeWorker
