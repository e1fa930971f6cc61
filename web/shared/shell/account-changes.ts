import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { refreshToken } from '#contract/calls/auth'
import { shell } from '#messages/shell'
import { messagesOf } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import {
  accountId,
  isDueForRefresh,
  isShortLived,
  onTokenChange,
  storeToken,
  token,
} from '../../platform/auth-token.ts'
import { now } from '../../platform/clock.ts'
import { toast } from '../../ui/toasts.ts'

/** Tells a user who was signed out other than by their own action in this tab. */
function explainSignOut(cause: 'refused' | 'elsewhere'): void {
  const t = messagesOf(shell)
  toast.info(t(`session.${cause}`), { id: 'session', description: t(`session.${cause}Text`) })
}

/**
 * Reacts to a change of the signed-in account: clears the query cache, so that nobody sees the previous user's data, and
 * runs the guards again, which send a guest to the sign-in screen and back.
 */
export function followAccountChanges(router: AnyRouter, queryClient: QueryClient): void {
  let current = accountId()
  onTokenChange(async (change) => {
    const next = accountId()
    if (next === current) return
    current = next
    // The screen that stored the token has put its account into the cache, and navigates itself.
    if (change === 'stored') return
    if (next !== null) queryClient.clear()
    else if (change === 'refused' || change === 'elsewhere') explainSignOut(change)
    if (change === 'signed-out') await router.navigate({ to: '/login', replace: true })
    else await router.invalidate()
    // Only after the screen is gone: while mounted, it would fetch the cleared data again.
    if (accountId() === null) queryClient.clear()
  })
  startTokenRefresh()
}

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
function startTokenRefresh(): void {
  const check = () => void refreshWhenDue()
  const touch = () => {
    usedAt = performance.now()
  }
  for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, touch, { passive: true })
  check()
  setInterval(check, CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}
