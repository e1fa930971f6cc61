/**
 * Listens on the port of the local marketplace and routes by host and path to the workers, as DNS and routes do in
 * production.
 */
import { compressed } from './compression.ts'
import { START_KEY_HEADER, unavailable } from './starting.ts'

type Env = {
  API: Fetcher
  WORLD: Fetcher
  APP: Fetcher
  DASHBOARD: Fetcher
  SITE: Fetcher
  /** The text of the Pages `_headers` file, below its `/*` line. */
  PAGE_HEADERS: string
  /** Known only to `npm start`, which sends requests through the closed gateway while it loads the demo data. */
  START_KEY: string
}

/**
 * If somebody registered before the demo data is loaded, the marketplace would never get it, because `npm start` fills only
 * a database without accounts. So the gateway stays closed until everything is loaded.
 */
let isReady = false

const isApi = (path: string) => path.startsWith('/api/') || path.startsWith('/parties/')
const isDev = (path: string) => path === '/dev' || path.startsWith('/dev/')

function pagesOf(host: string, env: Env): Fetcher {
  if (host.startsWith('admin.')) return env.DASHBOARD
  if (host.startsWith('www.')) return env.SITE
  return env.APP
}

async function servePage(request: Request, host: string, env: Env): Promise<Response> {
  const page = await pagesOf(host, env).fetch(request)
  const answer = new Response(page.body, page)
  for (const line of env.PAGE_HEADERS.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) answer.headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return answer
}

async function answerOf(request: Request, url: URL, env: Env): Promise<Response> {
  if (isDev(url.pathname)) return env.WORLD.fetch(request)
  if (!isApi(url.pathname)) return servePage(request, url.hostname, env)
  // On the platform the edge sets this header; a client's own value must not reach the API here either.
  const forwarded = new Request(request)
  forwarded.headers.set('cf-connecting-ip', '127.0.0.1')
  return env.API.fetch(forwarded)
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    const isFromStart = request.headers.get(START_KEY_HEADER) === env.START_KEY
    if (!isReady && !isFromStart) return unavailable(url.pathname)
    if (isFromStart && url.pathname === '/dev/ready') {
      isReady = true
      return new Response(null, { status: 204 })
    }
    return compressed(request, await answerOf(request, url, env))
  },
} satisfies ExportedHandler<Env>
