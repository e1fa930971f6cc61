import type { Context, MiddlewareHandler } from 'hono'
import type { Call } from '#contract/call'
import { BOOKMARK, cacheControl, GUEST_MEMORY_MS, isKnown } from '#domain/http-caching'
import type { AppEnv } from './app-env.ts'
import { readTimer } from './clock.ts'
import { sha256 } from './sha256.ts'

/** A cached guest answer must not be served to a request that carries credentials or a bookmark. */
const VARIES_BY = `Authorization, Accept-Encoding, ${BOOKMARK}`

const MAX_CACHED = 200

type CachedAnswer = { body: string; type: string; etag: string; until: number }

/** Recent answers to guests, by URL; replaced whenever this isolate changes something. */
let cache = new Map<string, CachedAnswer>()

/**
 * The stored answer, unless the guest has just written something (it sends a bookmark) and must see it. Answers with
 * bookable times are not stored here: they have a cache that is invalidated by changes (docs/decisions/003).
 */
function cachedAnswer(c: Context<AppEnv>, { freshness }: Call): CachedAnswer | undefined {
  if (freshness !== 'minute' || c.req.header(BOOKMARK) !== undefined) return undefined
  const found = cache.get(c.req.url)
  return found && readTimer() < found.until ? found : undefined
}

/**
 * Answers guests from the nearest replica, with a cache lifetime and an ETag, for calls that declare their `freshness`
 * (docs/rules/api.md 1.9); 304 when the client has the current version. Requests with credentials are passed on unchanged.
 */
export const answerGuests =
  (call: Call): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { freshness, method } = call
    if (freshness === undefined || c.req.header('authorization') !== undefined) {
      await next()
      // Replaced, not cleared: an answer that is being computed is stored in the discarded map.
      if (method !== 'GET') cache = new Map()
      return
    }
    const memory = cache
    const known = cachedAnswer(c, call)
    if (known) {
      c.set('call', call)
      c.res = new Response(known.body, { headers: { 'content-type': known.type } })
    } else {
      c.set('db', c.var.openNearest())
      await next()
    }
    if (c.res.status !== 200) return
    const body = known?.body ?? (await c.res.clone().text())
    // A weak tag, because the platform compresses responses.
    const etag = known?.etag ?? `W/"${await sha256(body)}"`
    if (!known && freshness === 'minute') {
      if (memory.size >= MAX_CACHED) memory.clear()
      const type = c.res.headers.get('content-type') ?? ''
      memory.set(c.req.url, { body, type, etag, until: readTimer() + GUEST_MEMORY_MS })
    }
    if (isKnown(c.req.header('if-none-match'), etag))
      c.res = new Response(null, { status: 304, headers: c.res.headers })
    c.header('etag', etag)
    c.header('cache-control', cacheControl(freshness))
    c.header('vary', VARIES_BY, { append: true })
  }
