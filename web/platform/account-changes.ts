import type { QueryClient } from '@tanstack/react-query'
import { accountId, onTokenChange } from './auth-token.ts'
import { startTokenRefresh } from './token-refresh.ts'

/** How a user was signed out other than by their own action in this tab. */
export type SignOutCause = 'refused' | 'elsewhere'

/** The parts of the app's router that this file uses. */
type Screens = {
  openSignIn: () => Promise<void>
  /** Runs the guards of the current screen again. */
  invalidate: () => Promise<void>
}

/**
 * Reacts to a change of the signed-in account: clears the query cache, so that nobody sees the previous user's data, and
 * runs the guards again, which send a guest to the sign-in screen and back.
 */
export function followAccountChanges(
  screens: Screens,
  queryClient: QueryClient,
  onSignedOut: (cause: SignOutCause) => void,
): void {
  let current = accountId()
  onTokenChange(async (change) => {
    const next = accountId()
    if (next === current) return
    current = next
    // The screen that stored the token has put its account into the cache, and navigates itself.
    if (change === 'stored') return
    if (next !== null) queryClient.clear()
    else if (change === 'refused' || change === 'elsewhere') onSignedOut(change)
    if (change === 'signed-out') await screens.openSignIn()
    else await screens.invalidate()
    // Only after the screen is gone: while mounted, it would fetch the cleared data again.
    if (accountId() === null) queryClient.clear()
  })
  startTokenRefresh()
}
