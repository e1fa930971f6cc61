import type { getUpload } from '#contract/assets'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { publicKey } from './store.ts'

/** A key is never written twice with other bytes without a new address being asked for. */
const CACHE = 'public, max-age=86400, stale-while-revalidate=604800'

/** The part that was asked for: only a video's single range is worth answering. */
function rangeHeader(object: R2ObjectBody): string | null {
  const range = object.range
  if (!range || !('offset' in range)) return null
  const offset = range.offset ?? 0
  const length = range.length ?? object.size - offset
  return length < object.size ? `bytes ${offset}-${offset + length - 1}/${object.size}` : null
}

/**
 * Streams a public file from R2, whole or in ranges (spec section 7, assets).
 * @throws DomainError `asset-not-found`.
 */
export const serveUpload: Act<typeof getUpload> = async ({ params, env, headers }) => {
  const key = publicKey(params.name)
  const object = key && (await env.FILES.get(key, { range: headers, onlyIf: headers }))
  if (!object) throw new DomainError('asset-not-found')
  const answer = new Headers({
    etag: object.httpEtag,
    'cache-control': CACHE,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // A drawn portrait is a document of its own: opened directly it may load and run nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': 'inline',
  })
  object.writeHttpMetadata(answer)
  if (!('body' in object)) return new Response(null, { status: 304, headers: answer })
  const range = rangeHeader(object)
  if (range) answer.set('content-range', range)
  return new Response(object.body, { status: range ? 206 : 200, headers: answer })
}
