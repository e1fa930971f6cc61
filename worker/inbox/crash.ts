import type { reportCrash } from '#contract/reports'
import type { Act } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import { consumeRateLimit } from '../http/rate-limit.ts'

/**
 * Logs a crash of a screen next to the requests of its network (docs/rules/support.md 1.3), under the request's id.
 * @throws TooManyRequests above 20 a minute from one network.
 */
export const crash: Act<typeof reportCrash> = async ({ actor, body, env, headers, ip, requestId }) => {
  await consumeRateLimit(env.LOGIN_LIMIT, `crash ${ip}`)
  const browser = headers.get('user-agent')
  log(env, 'error', 'client-error', Object.assign({ requestId, actor: actor?.id, browser }, body))
  return { number: requestId }
}
