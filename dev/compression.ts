/**
 * Compresses responses as Cloudflare does in production
 * (https://developers.cloudflare.com/speed/optimization/content/compression/): text above a minimum size, in the best
 * encoding that the client accepts. The runtime encodes a body according to its `content-encoding`.
 */

const TEXT = /^(?:text\/(?!event-stream)|application\/(?:javascript|json|manifest\+json|xml|wasm)|image\/svg\+xml)/
/** Below this size compression saves nothing. */
const LEAST_BYTES = 48

function encodingFor(request: Request): 'br' | 'gzip' | null {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((one) => one.trim())
  const takes = (encoding: string) =>
    accepted.some((one) => one.split(';')[0]?.trim() === encoding && !/;\s*q=0(?:\.0*)?$/.test(one))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Ranges refer to stored bytes; sockets, event streams and responses without a body cannot be encoded. */
const isCompressible = ({ status, headers, body }: Response) =>
  body !== null &&
  status !== 206 &&
  !headers.has('content-encoding') &&
  !/\bno-transform\b/.test(headers.get('cache-control') ?? '') &&
  TEXT.test(headers.get('content-type') ?? '') &&
  Number(headers.get('content-length') ?? LEAST_BYTES) >= LEAST_BYTES

/** The response in an encoding that the client accepts, or unchanged. */
export function compressed(request: Request, answer: Response): Response {
  if (request.method === 'HEAD' || !isCompressible(answer)) return answer
  const headers = new Headers(answer.headers)
  headers.append('vary', 'Accept-Encoding')
  const encoding = encodingFor(request)
  if (encoding) {
    headers.set('content-encoding', encoding)
    headers.delete('content-length')
    headers.delete('accept-ranges')
    // The encoded bytes differ, so a strong validator would be wrong.
    const tag = headers.get('etag')
    if (tag?.startsWith('"')) headers.set('etag', `W/${tag}`)
  }
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}
