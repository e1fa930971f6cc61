import type { reportCrash } from '#contract/reports'
import type { Act } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import { consumeRateLimit } from '../http/rate-limit.ts'

/**
 * Writes the crash of a screen into the log, where it stands beside the requests of its network (docs/rules/support.md 1.3).
 * Its number is the request's.
 * @throws TooManyRequests past 20 a minute from one network.
 */
export const crash: Act<typeof reportCrash> = async ({ actor, body, env, headers, ip, requestId }) => {
  await consumeRateLimit(env.LOGIN_LIMIT, `crash ${ip}`)
  const browser = headers.get('user-agent')
  log(env, 'error', 'client-error', Object.assign({ requestId, actor: actor?.id, browser }, body))
  return { number: requestId }
}
