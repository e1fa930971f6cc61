import type { MiddlewareHandler } from 'hono'
import type { Call } from '#contract/call'
import { BOOKMARK, cacheControl, isKnown } from '#domain/http-caching'
import type { AppEnv } from './app-env.ts'
import { sha256 } from './sha256.ts'

/** A cache that keeps the answer to a guest must not give it to anybody who says more than a guest does. */
const VARIES_BY = `Authorization, Accept-Encoding, ${BOOKMARK}`

/**
 * What a call answers a guest is read from the nearest copy of the database and may be kept, where the call says for how long
 * (`freshness`; docs/rules/api.md 1.9): it has the version of what it says, and is 304 for who has that one. Of anybody else's
 * request nothing is changed.
 */
export const answerGuests =
  ({ freshness }: Call): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (freshness === undefined || c.req.header('authorization') !== undefined) return next()
    c.set('db', c.var.openNearest())
    await next()
    if (c.res.status !== 200) return
    const body = await c.res.clone().text()
    // Weak: the platform compresses what it sends.
    const etag = `W/"${await sha256(body)}"`
    if (isKnown(c.req.header('if-none-match'), etag))
      c.res = new Response(null, { status: 304, headers: c.res.headers })
    c.header('etag', etag)
    c.header('cache-control', cacheControl(freshness))
    c.header('vary', VARIES_BY, { append: true })
  }
