import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import type { AppEnv } from './app-env.ts'
import { readClock } from './clock.ts'

const RANK = { info: 0, warn: 1, error: 2 } as const

/** Logs one line of JSON, whose fields the platform's log search can filter. Levels below `LOG_LEVEL` are not logged. */
export function log(env: Env, level: keyof typeof RANK, event: string, facts: Record<string, unknown>): void {
  if (RANK[level] < RANK[env.LOG_LEVEL ?? 'info']) return
  // biome-ignore lint/suspicious/noConsole: the platform's log is the console
  console[level](JSON.stringify({ level, event, ...facts }))
}

/** Logs every request with its call, status, account and duration; never its body or query, which contain personal data. */
export const logRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  const start = readClock()
  await next()
  log(c.env, c.res.status >= 500 ? 'error' : 'info', 'request', {
    requestId: c.var.requestId,
    method: c.req.method,
    call: c.var.call?.may,
    status: c.res.status,
    code: c.var.errorCode,
    actor: c.var.actor?.id,
    // Under a view-as token the actor is the account that is viewed.
    viewer: c.var.session?.viewAs?.viewerId,
    view: c.var.session?.viewAs?.id,
    ms: readClock() - start,
  })
}
