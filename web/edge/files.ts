import type { EdgeEnv } from './platform.ts'

/** A file under `/assets/` has its content hash in its name: an address never changes its content. */
const HASHED_FILES = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

const isHtml = (answer: Response) => (answer.headers.get('content-type') ?? '').startsWith('text/html')

/** The file belonged to an earlier deployment; the fallback of a single-page app would be wrong. */
const gone = () => new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })

/** Serves the built file at this address; hashed files are cached permanently, and a missing one is 404. */
export async function serveFile(request: Request, { ASSETS }: EdgeEnv): Promise<Response> {
  const answer = await ASSETS.fetch(request)
  if (!new URL(request.url).pathname.startsWith(HASHED_FILES)) return answer
  if (answer.status === 404 || isHtml(answer)) return gone()
  const cached = new Response(answer.body, answer)
  cached.headers.set('cache-control', FOR_EVER)
  return cached
}
