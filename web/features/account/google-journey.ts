import { startGoogle } from '#contract/auth'
import { addressOf } from '../../platform/api.ts'
import { type GoogleReturn, type GoogleRole, type Journey, readReturn } from './google-return.ts'

/**
 * The way to Google's page and back (docs/rules/accounts.md 3.4). The answer stands in the part of the address that no
 * server sees; it counts only if it is the answer to what this tab has asked for.
 */

const KEY = 'hessa.google'

/** Leaves the app for Google's page; the browser comes back to the login screen, whichever screen it left. */
export function leaveForGoogle(role: GoogleRole | null, redirect: string | null): void {
  const journey: Journey = { state: crypto.randomUUID(), nonce: crypto.randomUUID(), role, redirect }
  sessionStorage.setItem(KEY, JSON.stringify(journey))
  const { state, nonce } = journey
  window.location.assign(
    addressOf(startGoogle, { query: { redirectUri: `${window.location.origin}/login`, state, nonce } }),
  )
}

function takeJourney(): Journey | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Journey | null
  } catch {
    return null
  } finally {
    sessionStorage.removeItem(KEY)
  }
}

/** Takes the answer out of the address, so that neither the history nor a log keeps it. */
export function takeReturn(): GoogleReturn | null {
  const { hash, pathname, search } = window.location
  if (!/[#&](?:id_token|error)=/.test(hash)) return null
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return readReturn(hash, takeJourney())
}
