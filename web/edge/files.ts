import type { EdgeEnv } from './platform.ts'

/** A file under `/assets/` has the hash of what it holds in its name: what an address answers never changes. */
const HASHED_FILES = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

const isHtml = (answer: Response) => (answer.headers.get('content-type') ?? '').startsWith('text/html')

/** The file was of an earlier deployment: an app with one page for all addresses would answer with that page. */
const gone = () => new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })

/** What the build has put at this address; hashed files are cached for ever, and one that is gone is 404. */
export async function serveFile(request: Request, { ASSETS }: EdgeEnv): Promise<Response> {
  const answer = await ASSETS.fetch(request)
  if (!new URL(request.url).pathname.startsWith(HASHED_FILES)) return answer
  if (answer.status === 404 || isHtml(answer)) return gone()
  const cached = new Response(answer.body, answer)
  cached.headers.set('cache-control', FOR_EVER)
  return cached
}
