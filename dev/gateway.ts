/**
 * Listens on the port of the local marketplace and routes by host and path to the workers, as DNS and routes do in
 * production.
 */
import { compressed } from './compression.ts'
import { START_KEY_HEADER, unavailable } from './starting.ts'

type Env = {
  API: Fetcher
  WORLD: Fetcher
  /** The pages; not in `npm run dev`, where Vite serves them. */
  APP?: Fetcher
  DASHBOARD?: Fetcher
  SITE?: Fetcher
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

function pagesOf(host: string, env: Env): Fetcher | undefined {
  if (host.startsWith('admin.')) return env.DASHBOARD
  if (host.startsWith('www.')) return env.SITE
  return env.APP
}

async function answerOf(request: Request, url: URL, env: Env): Promise<Response> {
  if (isDev(url.pathname)) return env.WORLD.fetch(request)
  if (!isApi(url.pathname))
    return pagesOf(url.hostname, env)?.fetch(request) ?? new Response('Vite serves the pages', { status: 404 })
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
