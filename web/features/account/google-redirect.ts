import { startGoogle } from '#contract/auth'
import { addressOf } from '../../platform/api.ts'
import { type GoogleRequest, type GoogleResponse, type GoogleRole, parseGoogleResponse } from './google-response.ts'

/**
 * The redirect to Google and back (docs/rules/accounts.md 3.4). The response is in the address's fragment, which no
 * server sees, and is accepted only if it answers this tab's request.
 */

const KEY = 'hessa.google'

/** Leaves the app for Google's page, which redirects back to the login screen from whichever screen. */
export function redirectToGoogle(role: GoogleRole | null, redirect: string | null): void {
  const request: GoogleRequest = { state: crypto.randomUUID(), nonce: crypto.randomUUID(), role, redirect }
  sessionStorage.setItem(KEY, JSON.stringify(request))
  const { state, nonce } = request
  window.location.assign(
    addressOf(startGoogle, { query: { redirectUri: `${window.location.origin}/login`, state, nonce } }),
  )
}

function consumeRequest(): GoogleRequest | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as GoogleRequest | null
  } catch {
    return null
  } finally {
    sessionStorage.removeItem(KEY)
  }
}

/** Reads the response and removes it from the address, so that neither the history nor a log has the token. */
export function consumeGoogleResponse(): GoogleResponse | null {
  const { hash, pathname, search } = window.location
  if (!/[#&](?:id_token|error)=/.test(hash)) return null
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return parseGoogleResponse(hash, consumeRequest())
}
