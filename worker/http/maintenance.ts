import type { MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { instant } from '#contract/fields'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import type { AppEnv } from './app-env.ts'
import { RetryLater } from './rate-limit.ts'

const SHORTEST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600

export const isUnderMaintenance = (env: Env): boolean => Boolean(env.MAINTENANCE)

/**
 * The expected end of the maintenance, as the environment states it; null when it only says that maintenance is in
 * progress.
 */
const expectedEnd = ({ MAINTENANCE }: Env): string | null => (MAINTENANCE === 'yes' ? null : (MAINTENANCE ?? null))

/** Bounds the wait: not so short that clients poll, not so long that they miss an early end of the maintenance. */
const waitSeconds = (end: string | null, now: Instant): number => {
  const untilEnd = end === null ? 0 : Math.ceil((z.decode(instant, end) - now) / 1000)
  return Math.min(Math.max(untilEnd, SHORTEST_WAIT_SECONDS), LONGEST_WAIT_SECONDS)
}

/**
 * Refuses everything while the deployment is under maintenance, before the database is touched (docs/rules/api.md 9.1).
 * @throws RetryLater `under-maintenance`.
 */
export const refuseUnderMaintenance: MiddlewareHandler<AppEnv> = (c, next) => {
  if (!isUnderMaintenance(c.env)) return next()
  const until = expectedEnd(c.env)
  throw new RetryLater('under-maintenance', waitSeconds(until, c.var.now), { until })
}
