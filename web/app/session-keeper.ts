import type { QueryClient } from '@tanstack/react-query'
import { claimsOf, onTokenChange, token } from '../platform/session.ts'
import { keepTokenFresh } from '../platform/token-refresh.ts'
import type { createAppRouter } from './router.ts'

/** How a session ended that its owner did not end in this tab. */
export type Ending = 'refused' | 'elsewhere'

const accountOf = () => claimsOf(token())?.id ?? null

/**
 * Keeps what is shown in step with who is signed in: nothing of one person stays for the next, and whoever lost their
 * session is led to the entrance and back.
 */
export function keepSession(
  router: ReturnType<typeof createAppRouter>,
  queryClient: QueryClient,
  onEnding: (ending: Ending) => void,
): void {
  let account = accountOf()
  onTokenChange(async (change) => {
    const next = accountOf()
    if (next === account) return
    account = next
    // Whoever stored a token knows who it is and leads on.
    if (change === 'stored') return
    if (next !== null) queryClient.clear()
    else if (change !== 'left') onEnding(change)
    if (change === 'left') await router.navigate({ to: '/login', replace: true })
    else await router.invalidate()
    // Only once the screen is gone: it would ask again for what it misses.
    if (accountOf() === null) queryClient.clear()
  })
  keepTokenFresh()
}
