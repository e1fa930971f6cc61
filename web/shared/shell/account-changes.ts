import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { shell } from '#messages/shell'
import { messagesOf } from '../../messages/messages.ts'
import { accountId, onTokenChange } from '../../platform/auth-token.ts'
import { startTokenRefresh } from '../../platform/token-refresh.ts'
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
