import { reportCrash } from '#contract/calls/reports'
import { MAX_CRASH_MESSAGE, MAX_CRASH_SCREEN, MAX_CRASH_STACK } from '#domain/inbox/report'
import { request } from './api.ts'

/**
 * Sends a crash report and returns the number by which staff find it; null if it did not arrive. The address is sent
 * without its query, which may contain search words.
 */
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
