import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users'
import { ApiError, isUnauthorised } from './api.ts'
import { forgetToken, hasValidToken, token } from './auth-token.ts'
import { learnServerTime, now } from './clock.ts'
import { meQuery } from './current-user.ts'
import { API_BASE } from './origin.ts'

/** Restores what the account has read on this device; nothing if the code for it was never fetched. */
const restored = (queryClient: QueryClient): Promise<User | undefined> =>
  import('./offline-data.ts').then(
    ({ restoreOffline }) => restoreOffline(queryClient),
    () => undefined,
  )

/**
 * The signed-in account, offline from this device's storage; null for a guest. @throws ApiError when the server does not
 * answer.
 */
export async function signedInUser({ queryClient }: { queryClient: QueryClient }): Promise<User | null> {
  if (!token()) return null
  // With a clock that is ahead the token seems expired, so the server's time decides before it is dropped.
  if (!hasValidToken(now())) await fetchServerTime()
  if (!hasValidToken(now())) {
    forgetToken('refused')
    return null
  }
  try {
    if (!navigator.onLine) await restored(queryClient)
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (isUnauthorised(error)) return null
    const stored = error instanceof ApiError && error.code === 'network' && (await restored(queryClient))
    if (stored) return stored
    throw error
  }
}

/** Learns the server's time when a decision depends on it before any other request was made. */
async function fetchServerTime(): Promise<void> {
  const sentAt = Date.now()
  const response = await fetch(`${API_BASE}/health`).catch(() => null)
  learnServerTime(response?.headers.get('x-server-time') ?? null, sentAt, Date.now())
}
