import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'

/** The part that was asked for, where it is not the whole. */
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
    // A file that is a document of its own, such as a drawn portrait, may load and run nothing when it is opened.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': 'inline',
  })
  object.writeHttpMetadata(headers)
  return headers
}

/** The storage refuses a range that lies past the end. */
async function read(env: Env, key: string, asked: Headers): Promise<R2ObjectBody | R2Object | null | 'out-of-range'> {
  try {
    return await env.FILES.get(key, { range: asked, onlyIf: asked })
  } catch (error) {
    if (asked.has('range')) return 'out-of-range'
    throw error
  }
}

/**
 * Streams a file from the object storage, whole or in ranges (docs/rules/api.md 5.4).
 * @throws DomainError `asset-not-found`.
 */
export async function serveFile(env: Env, key: string, asked: Headers, cache: string): Promise<Response> {
  const object = await read(env, key, asked)
  if (!object) throw new DomainError('asset-not-found')
  if (object === 'out-of-range') return new Response(null, { status: 416 })
  const headers = headersOf(object, cache)
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  const range = rangeHeader(object)
  if (range) headers.set('content-range', range)
  return new Response(object.body, { status: range ? 206 : 200, headers })
}
