import type { QueryClient } from '@tanstack/react-query'
import { accountId, onTokenChange } from './auth-token.ts'
import { startTokenRefresh } from './token-refresh.ts'

/** How a person was signed out other than by their own act in this tab. */
export type SignOutCause = 'refused' | 'elsewhere'

/** What this needs of the app's router. */
type Screens = {
  openSignIn: () => Promise<void>
  /** Runs the guards of the screen that is shown again. */
  invalidate: () => Promise<void>
}

/**
 * Reacts to another account, or none, being signed in: the query cache is emptied, so that nobody sees the data of whoever
 * was here before, and guards run again, which send a guest to the sign-in screen and back.
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
    // The screen that stored the token has put its account into the cache, and navigates by itself.
    if (change === 'stored') return
    if (next !== null) queryClient.clear()
    else if (change === 'refused' || change === 'elsewhere') onSignedOut(change)
    if (change === 'signed-out') await screens.openSignIn()
    else await screens.invalidate()
    // Only once the screen is gone: while it stands, it would fetch again what was cleared.
    if (accountId() === null) queryClient.clear()
  })
  startTokenRefresh()
}
