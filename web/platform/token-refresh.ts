import { refreshToken } from '#contract/auth'
import { request } from './api.ts'
import { isDueForRefresh, storeToken, token } from './auth-token.ts'
import { now } from './clock.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000

/** A failure is not reported: the next check tries again, long before the token expires. */
async function refreshWhenDue(): Promise<void> {
  if (!isDueForRefresh(now())) return
  const held = token()
  const fresh = await request(refreshToken, {}).catch(() => null)
  if (fresh !== null && token()?.value === held?.value) storeToken(fresh)
}

/** Checks the token now, every hour, and when the page becomes visible; a hidden tab's timers may not run for days. */
export function startTokenRefresh(): void {
  const check = () => void refreshWhenDue()
  check()
  setInterval(check, CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}
