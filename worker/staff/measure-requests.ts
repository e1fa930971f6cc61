import type { Context, MiddlewareHandler } from 'hono'
import { openDb } from '#db/client'
import { BOOKMARK } from '#domain/http-caching'
import { noDatabaseUse } from '#domain/staff/measurements'
import type { AppEnv } from '../http/app-env.ts'
import { readTimer } from '../http/clock.ts'
import { nearestOf, primaryOf } from '../http/database.ts'
import { measureDatabase } from './measured-d1.ts'
import { recordRequest } from './record-server-stats.ts'

/** Methods that write nothing. */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** The name of requests that reached no call, such as those with an expired token. */
const NO_CALL = '(no call)'

/**
 * The name of the call in statistics. Requests that reached no call share one name, because clients could otherwise create
 * any number of names by inventing paths; a WebSocket upgrade is named by its kind of Durable Object.
 */
function nameOf(c: Context<AppEnv>): string {
  const { call } = c.var
  if (call) return `${call.method} ${call.path}`
  return /^\/parties\/(?:user|broadcast|session)(?=\/)/.exec(c.req.path)?.[0] ?? NO_CALL
}

/**
 * Measures every request and its use of the database (docs/rules/staff.md 7.1), and opens the request's databases
 * (docs/decisions/011).
 */
export const measureRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  const database = noDatabaseUse()
  c.set('databaseUse', database)
  const written = SAFE_METHODS.includes(c.req.method) ? null : primaryOf(c.env.DB)
  c.set('db', openDb(measureDatabase(written ?? c.env.DB, database)))
  c.set('openNearest', () => openDb(measureDatabase(nearestOf(c.env.DB, c.req.header(BOOKMARK)), database)))
  const start = readTimer()
  await next()
  const bookmark = written?.bookmark()
  if (bookmark) c.header(BOOKMARK, bookmark)
  if (c.req.method === 'OPTIONS') return
  recordRequest(c.env, (work) => c.executionCtx.waitUntil(work), {
    call: nameOf(c),
    status: c.res.status,
    code: c.var.errorCode,
    ms: readTimer() - start,
    database,
  })
}
