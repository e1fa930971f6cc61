import type { QueryClient } from '@tanstack/react-query'
import { keepTokenFresh } from '../lib/keep-token-fresh.ts'
import { claimsOf, onTokenChange, token } from '../lib/session.ts'
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
  onTokenChange((change) => {
    const next = accountOf()
    if (next === account) return
    account = next
    // Whoever stored a token knows who it is and leads on.
    if (change === 'stored') return
    queryClient.clear()
    if (change === 'left') void router.navigate({ to: '/login', replace: true })
    else void router.invalidate()
    if (next === null && change !== 'left') onEnding(change)
  })
  keepTokenFresh()
}
