import { reportCrash } from '#contract/reports'
import { MAX_CRASH_MESSAGE, MAX_CRASH_SCREEN, MAX_CRASH_STACK } from '#domain/reports/report'
import { request } from './api.ts'

/** Sends what crashed and answers the number by which staff find it; null where it did not arrive. The address goes without its query, which may hold what somebody searched for. */
export async function sendCrash(error: unknown): Promise<string | null> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const body = {
    host: location.host.slice(0, MAX_CRASH_SCREEN),
    screen: location.pathname.slice(0, MAX_CRASH_SCREEN),
    message: message.slice(0, MAX_CRASH_MESSAGE),
    stack: stack.slice(0, MAX_CRASH_STACK),
  }
  return request(reportCrash, { body }).then(
    ({ number }) => number,
    () => null,
  )
}
