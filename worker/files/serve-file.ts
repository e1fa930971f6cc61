import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'

/** The `content-range` of an answer with a part of the object; null when it is the whole object. */
function rangeHeader(object: R2Object): string | null {
  const range = object.range
  if (!range) return null
  // The runtime sets all three properties and leaves those that do not apply undefined.
  const { offset: first, length: count, suffix }: { offset?: number; length?: number; suffix?: number } = range
  const offset = suffix === undefined ? (first ?? 0) : Math.max(0, object.size - suffix)
  const length = count ?? object.size - offset
  return length < object.size ? `bytes ${offset}-${offset + length - 1}/${object.size}` : null
}

const headersOf = (object: R2Object, cache: string): Headers => {
  const headers = new Headers({
    etag: object.httpEtag,
    'cache-control': cache,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // An uploaded file that is opened as a page must neither run scripts nor load anything.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': 'inline',
  })
  object.writeHttpMetadata(headers)
  return headers
}

/** Whether the requested range begins past the end of a file of `size` bytes (RFC 9110, 14.1.2). */
function isPastEnd(requestHeaders: Headers, size: number): boolean {
  const first = /^bytes=(\d+)-\d*$/.exec(requestHeaders.get('range') ?? '')?.[1]
  return first !== undefined && Number(first) >= size
}

/** R2 reports a range past the end as a generic error; the file's size tells which error it was. */
async function read(env: Env, key: string, requestHeaders: Headers): Promise<R2ObjectBody | R2Object | null> {
  try {
    return await env.FILES.get(key, { range: requestHeaders, onlyIf: requestHeaders })
  } catch (error) {
    const object = requestHeaders.has('range') ? await env.FILES.head(key) : null
    if (object && isPastEnd(requestHeaders, object.size)) return object
    throw error
  }
}

/**
 * Streams a file from the object storage: whole, a range (416 when it begins past the end), or 304 when the client's copy
 * is current (docs/rules/api.md 5.4). Callers have checked that the caller may see it.
 * @throws DomainError `asset-not-found`.
 */
export async function serveFile(env: Env, key: string, requestHeaders: Headers, cache: string): Promise<Response> {
  const object = await read(env, key, requestHeaders)
  if (!object) throw new DomainError('asset-not-found')
  const body = 'body' in object ? object.body : null
  if (isPastEnd(requestHeaders, object.size)) {
    await body?.cancel()
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${object.size}` } })
  }
  const headers = headersOf(object, cache)
  if (!body) return new Response(null, { status: 304, headers })
  const range = rangeHeader(object)
  if (range) headers.set('content-range', range)
  return new Response(body, { status: range ? 206 : 200, headers })
}
