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

/** When the maintenance is expected to be over, as the environment writes it; null where it only says that it is under way. */
const expectedEnd = ({ MAINTENANCE }: Env): string | null => (MAINTENANCE === 'yes' ? null : (MAINTENANCE ?? null))

/** Neither too soon for a client that asks again and again, nor too late for maintenance that ends before it was expected to. */
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
