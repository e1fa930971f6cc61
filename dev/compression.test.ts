import { describe, expect, it } from 'vitest'
import { compressed } from './compression.ts'

const TEXT = 'كلام كتير '.repeat(50)
const asking = (accepts: string, method = 'GET') =>
  new Request('http://localhost/', { method, headers: { 'accept-encoding': accepts } })
const answering = (headers: Record<string, string> = {}, status = 200) =>
  new Response(TEXT, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
const encodingOf = (request: Request, answer: Response) => compressed(request, answer).headers.get('content-encoding')

describe('a compressed answer', () => {
  it('is in the best encoding that the client takes', () => {
    expect(encodingOf(asking('gzip, deflate, br, zstd'), answering())).toBe('br')
    expect(encodingOf(asking('gzip, deflate'), answering())).toBe('gzip')
    expect(encodingOf(asking('gzip, br;q=0'), answering())).toBe('gzip')
    expect(encodingOf(asking('br; q=0.0, identity'), answering())).toBe(null)
    expect(encodingOf(new Request('http://localhost/'), answering())).toBe(null)
  })

  it('says that it depends on what the client takes, compressed or not', () => {
    for (const accepts of ['br', 'identity'])
      expect(compressed(asking(accepts), answering()).headers.get('vary')).toBe('Accept-Encoding')
    expect(compressed(asking('br'), answering({ vary: 'Origin' })).headers.get('vary')).toBe('Origin, Accept-Encoding')
  })

  it('has no length of other bytes, and a weak validator', () => {
    const { headers } = compressed(asking('br'), answering({ 'content-length': '900', etag: '"one"' }))
    expect([headers.get('content-length'), headers.get('etag')]).toEqual([null, 'W/"one"'])
  })

  it('is never a range, a stream of events, a picture, or what is encoded already', () => {
    const asItIs = [
      answering({}, 206),
      answering({ 'content-type': 'text/event-stream' }),
      answering({ 'content-type': 'image/webp' }),
      answering({ 'content-type': 'video/mp4' }),
      answering({ 'content-encoding': 'gzip' }),
      answering({ 'content-length': '20' }),
      answering({ 'cache-control': 'no-transform' }),
      new Response(null, { status: 304, headers: { 'content-type': 'text/html' } }),
    ]
    for (const answer of asItIs) expect(compressed(asking('br'), answer)).toBe(answer)
    const head = answering()
    expect(compressed(asking('br', 'HEAD'), head)).toBe(head)
  })
})
