import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { BOOKMARK } from '#domain/http-caching'
import { webOrigins } from '../env.ts'
import type { AppEnv } from './app-env.ts'

/** CORS for the origins of the three web apps (`WEB_ORIGINS`); no other page may read an answer in a browser. */
export const allowWebOrigins: MiddlewareHandler<AppEnv> = (c, next) =>
  cors({
    origin: webOrigins(c.env),
    credentials: true,
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'x-reason', BOOKMARK],
    exposeHeaders: ['x-request-id', 'x-server-time', 'retry-after', BOOKMARK],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 86_400,
  })(c, next)

/**
 * The API serves data and one page without scripts, so nothing that it serves may load, run, frame or submit anything
 * (docs/rules/api.md 1.6). A header that an answer already has is kept: served files have a stricter policy.
 */
export const secure = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
  },
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  crossOriginResourcePolicy: 'cross-origin',
  overwrite: false,
})

/** Answers are private to the caller: no cache stores them unless the call allows it (docs/rules/api.md 1.8). */
export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
