import type { Context, MiddlewareHandler } from 'hono'
import type { Call } from '#contract/call'
import { BOOKMARK, cacheControl, GUEST_MEMORY_MS, isKnown } from '#domain/http-caching'
import type { AppEnv } from './app-env.ts'
import { readTimer } from './clock.ts'
import { sha256 } from './sha256.ts'

/** A cache that keeps the answer to a guest must not give it to anybody who says more than a guest does. */
const VARIES_BY = `Authorization, Accept-Encoding, ${BOOKMARK}`

const MOST_KEPT = 200

type Kept = { body: string; type: string; etag: string; until: number }

/** What guests were answered, by the address; replaced where this isolate has changed something. */
let kept = new Map<string, Kept>()

/**
 * The same answer where another guest was given it just now; not to who has written something and must see it. What names times has
 * a memory of its own, which knows what has changed.
 */
function keptAnswer(c: Context<AppEnv>, { freshness }: Call): Kept | undefined {
  if (freshness !== 'minute' || c.req.header(BOOKMARK) !== undefined) return undefined
  const found = kept.get(c.req.url)
  return found && readTimer() < found.until ? found : undefined
}

/**
 * What a call answers a guest is read from the nearest copy of the database and may be kept, where the call says for how long
 * (`freshness`; docs/rules/api.md 1.9): it has the version of what it says, and is 304 for who has that one. Of anybody else's
 * request nothing is changed.
 */
export const answerGuests =
  (call: Call): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { freshness, method } = call
    if (freshness === undefined || c.req.header('authorization') !== undefined) {
      await next()
      // What is being read meanwhile goes into the memory that is dropped.
      if (method !== 'GET') kept = new Map()
      return
    }
    const memory = kept
    const known = keptAnswer(c, call)
    if (known) {
      c.set('call', call)
      c.res = new Response(known.body, { headers: { 'content-type': known.type } })
    } else {
      c.set('db', c.var.openNearest())
      await next()
    }
    if (c.res.status !== 200) return
    const body = known?.body ?? (await c.res.clone().text())
    // Weak: the platform compresses what it sends.
    const etag = known?.etag ?? `W/"${await sha256(body)}"`
    if (!known && freshness === 'minute') {
      if (memory.size >= MOST_KEPT) memory.clear()
      const type = c.res.headers.get('content-type') ?? ''
      memory.set(c.req.url, { body, type, etag, until: readTimer() + GUEST_MEMORY_MS })
    }
    if (isKnown(c.req.header('if-none-match'), etag))
      c.res = new Response(null, { status: 304, headers: c.res.headers })
    c.header('etag', etag)
    c.header('cache-control', cacheControl(freshness))
    c.header('vary', VARIES_BY, { append: true })
  }
