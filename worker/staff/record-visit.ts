import type { sendVisit } from '#contract/server-stats'
import type { Visit } from '#domain/staff/visits'
import { statsParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import type { Act } from '../http/bind.ts'

/** What did not happen on a page. */
const NOT_MEASURED = -1

/** One data point a visit; the index is app and page. */
function writeDataPoint(env: Env, { app, page, lcp, inp, cls }: Visit): void {
  env.VISITS?.writeDataPoint({
    indexes: [`${app} ${page}`],
    blobs: [app, page],
    doubles: [lcp, inp, cls].map((value) => value ?? NOT_MEASURED),
  })
}

/**
 * Counts a visit (docs/rules/staff.md 7.8). Above 20 a minute from one network visits are not counted, which nobody is told: a page
 * that is being closed could do nothing about it.
 */
export const recordVisit: Act<typeof sendVisit> = async ({ body, env, ip }) => {
  const { success } = await env.LOGIN_LIMIT.limit({ key: `visit ${ip}` })
  if (!success) return
  writeDataPoint(env, body)
  await statsParty(env).addVisit(body)
}
