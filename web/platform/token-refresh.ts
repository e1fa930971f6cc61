import { refreshToken } from '#contract/calls/auth'
import { request } from './api.ts'
import { isDueForRefresh, isShortLived, storeToken, token } from './auth-token.ts'
import { now } from './clock.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000

/** The user's last interaction with the page, by the page's own clock. */
let usedAt = 0
const isInUse = () => performance.now() - usedAt < CHECK_EVERY_MS

/** A failure is ignored: the next check retries, long before the token expires. */
async function refreshWhenDue(): Promise<void> {
  if (!isDueForRefresh(now()) || (isShortLived() && !isInUse())) return
  const held = token()
  const fresh = await request(refreshToken, {}).catch(() => null)
  if (fresh !== null && token()?.value === held?.value) storeToken(fresh)
}

/**
 * Checks the token now, every hour, and when the page becomes visible, since a hidden tab's timers may not run for days.
 */
export function startTokenRefresh(): void {
  const check = () => void refreshWhenDue()
  const touch = () => {
    usedAt = performance.now()
  }
  for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, touch, { passive: true })
  check()
  setInterval(check, CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}
