/** The one door of the local marketplace: hosts and paths decide, as DNS and routes do in production. */
type Env = {
  API: Fetcher
  WORLD: Fetcher
  APP: Fetcher
  DASHBOARD: Fetcher
  SITE: Fetcher
  /** The text of the Pages `_headers` file, below its `/*` line. */
  PAGE_HEADERS: string
}

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

export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    if (isDev(url.pathname)) return env.WORLD.fetch(request)
    if (!isApi(url.pathname)) return servePage(request, url.hostname, env)
    // On the platform the edge sets this; a client's own value must not reach the API here either.
    const forwarded = new Request(request)
    forwarded.headers.set('cf-connecting-ip', '127.0.0.1')
    return env.API.fetch(forwarded)
  },
} satisfies ExportedHandler<Env>
