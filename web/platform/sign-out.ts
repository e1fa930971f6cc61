import { signOut as signOutCall } from '#contract/auth'
import { request } from './api.ts'
import { forgetToken, type StoredToken, token } from './auth-token.ts'
import { codeOf } from './error-text.ts'
import { log } from './log.ts'

/** The page may be left at once: the browser sends the request all the same. */
const outlivingThePage = (address: string, init: RequestInit) => fetch(address, { ...init, keepalive: true })

async function endAtServer(withToken: StoredToken): Promise<void> {
  try {
    await request(signOutCall, {}, { withToken, send: outlivingThePage })
  } catch (error) {
    // Tried again while the page is open; after that the session ends when its token expires.
    if (codeOf(error) === 'network')
      window.addEventListener('online', () => void endAtServer(withToken), { once: true })
  }
}

/**
 * Signs out here at once, with or without a network, and ends the session at the server (docs/rules/accounts.md 9.1). In a view of
 * somebody else's account nothing is ended but the view.
 */
export function signOut(): void {
  const held = token()
  forgetToken('signed-out')
  // The page may have been opened a moment ago, and have kept nothing yet of what earlier pages kept.
  void import('./offline-data.ts')
    .then(({ forget }) => forget('signed-out'))
    .catch((error: unknown) => log.error('what was kept on the device was not all deleted', error))
  if (held?.type === 'Bearer') void endAtServer(held)
}
