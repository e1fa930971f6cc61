/**
 * Compresses answers as Cloudflare does in production (https://developers.cloudflare.com/speed/optimization/content/compression/):
 * text of some size, in the best encoding that the client takes. The runtime encodes a body whose answer names the encoding.
 */

const TEXT = /^(?:text\/(?!event-stream)|application\/(?:javascript|json|manifest\+json|xml|wasm)|image\/svg\+xml)/
/** Below this an encoding saves nothing. */
const LEAST_BYTES = 48

function encodingFor(request: Request): 'br' | 'gzip' | null {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((one) => one.trim())
  const takes = (encoding: string) =>
    accepted.some((one) => one.split(';')[0]?.trim() === encoding && !/;\s*q=0(?:\.0*)?$/.test(one))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Ranges are of the bytes as they are stored; sockets, streams of events and answers without a body have nothing to encode. */
const isCompressible = ({ status, headers, body }: Response) =>
  body !== null &&
  status !== 206 &&
  !headers.has('content-encoding') &&
  !/\bno-transform\b/.test(headers.get('cache-control') ?? '') &&
  TEXT.test(headers.get('content-type') ?? '') &&
  Number(headers.get('content-length') ?? LEAST_BYTES) >= LEAST_BYTES

/** The answer in an encoding that the client takes, or as it is. */
export function compressed(request: Request, answer: Response): Response {
  if (request.method === 'HEAD' || !isCompressible(answer)) return answer
  const headers = new Headers(answer.headers)
  headers.append('vary', 'Accept-Encoding')
  const encoding = encodingFor(request)
  if (encoding) {
    headers.set('content-encoding', encoding)
    headers.delete('content-length')
    headers.delete('accept-ranges')
    // The encoded bytes are others: a strong validator would promise the same ones.
    const tag = headers.get('etag')
    if (tag?.startsWith('"')) headers.set('etag', `W/${tag}`)
  }
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}
