import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getPlan } from '#contract/calls/plans'
import { openBrowser } from '../browser-stand-in.ts'

beforeEach(() => {
  openBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The code of what the call throws, if `fetch` answers so. */
async function codeAfter(answer: (init: RequestInit) => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => answer(init))
  const [{ request }, { codeOf }] = [await import('./api.ts'), await import('./error-text.ts')]
  return request(getPlan, { params: { id: 1 } }).then(() => 'answered', codeOf)
}

const cutOffAfter = (part: string) =>
  new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode(part))
      body.error(new TypeError('network error'))
    },
  })

describe('an answer that is lost', () => {
  it('is that of a missing network if the connection ends before it', async () => {
    expect(await codeAfter(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('network')
  })

  it('is so too if the connection ends in the middle of it', async () => {
    expect(await codeAfter(async () => new Response(cutOffAfter('{"id":1,')))).toBe('network')
  })

  it('is so too if a network without internet answers with a page of its own', async () => {
    expect(await codeAfter(async () => new Response('<html>Welcome to the café</html>'))).toBe('network')
  })

  it('is so too after a while in a network that leads nowhere', async () => {
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      return AbortSignal.abort(new DOMException('over', 'TimeoutError'))
    })
    const never = (init: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        if (init.signal?.aborted) reject(init.signal.reason)
      })
    expect(await codeAfter(never)).toBe('network')
    expect(limits).toEqual([75_000])
  })
})
