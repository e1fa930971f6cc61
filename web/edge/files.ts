import type { EdgeEnv } from './platform.ts'

/** A file of these folders has its content hash in its name: an address never changes its content. */
const HASHED_FILES = /^\/(?:en\/)?assets\//
export const isHashedFile = (path: string): boolean => HASHED_FILES.test(path)
const FOR_EVER = 'public, max-age=31536000, immutable'
const SERVICE_WORKER = /\/sw\.js$/

const isHtml = (answer: Response) => (answer.headers.get('content-type') ?? '').startsWith('text/html')

/** The file belonged to an earlier deployment; the fallback of a single-page app would be wrong. */
const gone = () => new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })

/** Serves the built file at this address; hashed files are cached permanently, and a missing one is 404. */
export async function serveFile(request: Request, { ASSETS }: EdgeEnv): Promise<Response> {
  const answer = await ASSETS.fetch(request)
  const { pathname } = new URL(request.url)
  const isHashed = isHashedFile(pathname)
  if (!isHashed && !SERVICE_WORKER.test(pathname)) return answer
  if (isHashed && (answer.status === 404 || isHtml(answer))) return gone()
  const file = new Response(answer.body, answer)
  if (isHashed) file.headers.set('cache-control', FOR_EVER)
  // The service worker of a language serves every address, also those above its own.
  else file.headers.set('service-worker-allowed', '/')
  return file
}
