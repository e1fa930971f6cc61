import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'

/** The `content-range` of an answer with a part of the object; null when it is the whole object. */
function rangeHeader(object: R2Object): string | null {
  const range = object.range
  if (!range || !('offset' in range)) return null
  const offset = range.offset ?? 0
  const length = range.length ?? object.size - offset
  return length < object.size ? `bytes ${offset}-${offset + length - 1}/${object.size}` : null
}

const headersOf = (object: R2Object, cache: string): Headers => {
  const headers = new Headers({
    etag: object.httpEtag,
    'cache-control': cache,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // An uploaded file opened as a page of its own may neither run scripts nor load anything.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': 'inline',
  })
  object.writeHttpMetadata(headers)
  return headers
}

/** R2 throws for a range past the end of the object, where HTTP answers 416. */
async function read(
  env: Env,
  key: string,
  requestHeaders: Headers,
): Promise<R2ObjectBody | R2Object | null | 'out-of-range'> {
  try {
    return await env.FILES.get(key, { range: requestHeaders, onlyIf: requestHeaders })
  } catch (error) {
    if (requestHeaders.has('range')) return 'out-of-range'
    throw error
  }
}

/**
 * Streams a file from the object storage: whole, in a range or not at all when the client's copy is current
 * (docs/rules/api.md 5.4). Callers have checked that the reader may see it.
 * @throws DomainError `asset-not-found`.
 */
export async function serveFile(env: Env, key: string, requestHeaders: Headers, cache: string): Promise<Response> {
  const object = await read(env, key, requestHeaders)
  if (!object) throw new DomainError('asset-not-found')
  if (object === 'out-of-range') return new Response(null, { status: 416 })
  const headers = headersOf(object, cache)
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  const range = rangeHeader(object)
  if (range) headers.set('content-range', range)
  return new Response(object.body, { status: range ? 206 : 200, headers })
}
