import { cacheControl, type Freshness, isKnown } from '#domain/http-caching'

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A page that is the same for everybody: cacheable, and 304 for a client that has the current version (docs/rules/api.md 1.9). */
export async function cachedPage(request: Request, answer: Response, freshness: Freshness): Promise<Response> {
  const page = await answer.text()
  const headers = new Headers(answer.headers)
  for (const name of ['etag', 'content-length']) headers.delete(name)
  if (answer.status !== 200) return new Response(page, { status: answer.status, headers })
  // A weak tag, because the platform compresses responses.
  const etag = `W/"${hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(page)))}"`
  headers.set('etag', etag)
  headers.set('cache-control', cacheControl(freshness))
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : page, { headers })
}
