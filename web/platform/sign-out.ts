import { signOut as signOutCall } from '#contract/calls/auth'
import { request } from './api.ts'
import { forgetToken, type StoredToken, token } from './auth-token.ts'
import { codeOf } from './error-text.ts'
import { log } from './log.ts'

/** The page may be left immediately: the browser still sends the request. */
const keepalive = (address: string, init: RequestInit) => fetch(address, { ...init, keepalive: true })

async function endAtServer(withToken: StoredToken): Promise<void> {
  try {
    await request(signOutCall, {}, { withToken, send: keepalive })
  } catch (error) {
    // Retried while the page is open; otherwise the session ends when its token expires.
    if (codeOf(error) === 'network')
      window.addEventListener('online', () => void endAtServer(withToken), { once: true })
  }
}

/**
 * Signs out locally at once, online or offline, and ends the session on the server (docs/rules/accounts.md 9.1). In a view
 * of another user's account only the view is ended.
 */
export function signOut(): void {
  const held = token()
  forgetToken('signed-out')
  // Loaded here, because this page may not have stored anything yet, but earlier pages may have.
  void import('./offline-data.ts')
    .then(({ forget }) => forget('signed-out'))
    .catch((error: unknown) => log.error('what was kept on the device was not all deleted', error))
  if (held?.type === 'Bearer') void endAtServer(held)
}
