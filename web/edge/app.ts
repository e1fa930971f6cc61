import { language } from '#messages/language'
import { decodePreferences, preferencesIn } from '../platform/preferences.ts'
import { hasSignedInHint } from '../platform/signed-in-hint.ts'
import beforeHydration from './before-hydration.js?raw'
import { emptyPage, forOneReader, keepChoice, languageOf, servePage } from './pages.ts'
import type { EdgeEnv } from './platform.ts'
import { robots } from './robots.ts'
import { contentPolicy, hostsOf, secured } from './security-headers.ts'

/** The public screens, which are rendered here; all others start empty. */
const RENDERED = /^\/(?:tutors|t\/[^/]+|login)$/
/** A tutor's own screens. Whatever else stands in the place of a number is a tutor who does not exist. */
const OWN = /^\/t\/(?:dashboard|onboarding|complete-profile|account-settings|profile-settings)$/
/** The redirect back from Google, which only the browser can process. */
const isReturn = (search: URLSearchParams) => search.has('code') || search.has('error')

const isRendered = ({ method, headers, url }: Request): boolean => {
  const { pathname, searchParams } = new URL(url)
  // A signed-in user's screen cannot be rendered here, because the token never leaves the browser's storage.
  return (
    method === 'GET' &&
    RENDERED.test(pathname) &&
    !OWN.test(pathname) &&
    !isReturn(searchParams) &&
    !hasSignedInHint(headers.get('cookie') ?? '')
  )
}

const themeOf = ({ headers }: Request) => decodePreferences(preferencesIn(headers.get('cookie') ?? '')).theme

async function renderPage(request: Request, env: EdgeEnv): Promise<Response> {
  const url = new URL(request.url)
  // The app's modules read the page's address when they are loaded.
  globalThis.location ??= url as unknown as Location
  const nonce = crypto.randomUUID()
  const api = env.API ?? { fetch: (call: Request) => fetch(call) }
  const { renderScreen } = await import('./render-screen.tsx')
  const [{ answer, title }, empty] = await Promise.all([
    renderScreen(request, api, nonce),
    emptyPage(env, new Request(url), languageOf(request)),
  ])
  if (answer.status >= 300 && answer.status < 400) return answer
  const markup = await answer.text()
  const page = new HTMLRewriter()
    .on('html', { element: (html) => html.setAttribute('data-theme', themeOf(request)) })
    .on('title', { element: (element) => void (title && element.setInnerContent(title)) })
    // The page is complete without the app, which `before-hydration.js` fetches after the first paint.
    .on('link[rel=modulepreload]', { element: (link) => link.remove() })
    .on('script[type=module]', {
      element(script) {
        const app = script.getAttribute('src')
        script.remove()
        script.after(`<script nonce="${nonce}" data-app="${app}">${beforeHydration}</script>`, { html: true })
      },
    })
    .on('#root', { element: (root) => root.setInnerContent(markup, { html: true }) })
    .transform(empty)
  // A guest's page must not be cached, because the same address gives another page after signing in.
  const rendered = forOneReader(new Response(page.body, { status: answer.status, headers: page.headers }))
  for (const name of ['etag', 'content-length']) rendered.headers.delete(name)
  rendered.headers.set('content-security-policy', contentPolicy(hostsOf(env), nonce))
  return rendered
}

/** `_worker.js` of the app’s Pages project: every request for its pages and files. */
export default secured({
  async fetch(request, env, context) {
    const answer = robots(request, ['/api/', '/parties/', '/checkout/', '/reference/']) ?? keepChoice(request)
    if (answer) return answer
    if (!isRendered(request)) return servePage(request, env)
    // A module of the worker has the texts of one language.
    if (languageOf(request) !== language.code) return (await import('./en.js')).default.fetch(request, env, context)
    try {
      return await renderPage(request, env)
    } catch {
      // The browser then renders the screen, and shows the error.
      return servePage(request, env)
    }
  },
})
