import { startGoogle } from '#contract/calls/auth'
import { account } from '#messages/account'
import { messagesOf } from '../../messages/messages.ts'
import { addressOf } from '../../platform/api.ts'
import { arrivalSearch } from '../../platform/arrival.ts'
import { randomId } from '../../platform/random-id.ts'
import { tabStorage } from '../../platform/storage.ts'
import { toast } from '../../ui/toasts.ts'
import {
  type GooglePurpose,
  type GoogleRequest,
  type GoogleResponse,
  type GoogleRole,
  isGoogleResponse,
  parseGoogleResponse,
} from './google-response.ts'

/**
 * The redirect to Google and back (docs/rules/accounts.md 3.4). The returned code is useless without this tab's PKCE
 * verifier and the server's secret, and is accepted only if it answers this tab's request.
 */

const KEY = 'hessa.google'

/** Where Google returns: signed out to the login screen, signed in to a screen that continues. */
const RETURN_PAGES: Record<GooglePurpose, string> = { enter: '/login', link: '/google', prove: '/google' }

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

type GoogleStart = { purpose: GooglePurpose; role?: GoogleRole | null; redirect: string | null }

/** Leaves the app for Google's page. */
export async function startGoogleSignIn({ purpose, role = null, redirect }: GoogleStart): Promise<void> {
  // Missing on a page without TLS, as on a local network's address.
  if (!crypto.subtle) return sayProblem('noTls')
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const state = randomId()
  const redirectUri = `${window.location.origin}${RETURN_PAGES[purpose]}`
  const request: GoogleRequest = { state, verifier, redirectUri, purpose, role, redirect }
  // The page is left: without the tab's storage the answer could not be told from a forged one.
  if (!tabStorage.set(KEY, JSON.stringify(request))) return sayProblem('noStorage')
  const query = { redirectUri, state, challenge: base64url(new Uint8Array(hash)) }
  window.location.assign(addressOf(startGoogle, { query }))
}

function sayProblem(problem: 'noTls' | 'noStorage'): void {
  const t = messagesOf(account)
  toast.error(t(`google.${problem}`), { id: 'google', description: t(`google.${problem}Text`) })
}

function consumeRequest(): GoogleRequest | null {
  try {
    return JSON.parse(tabStorage.get(KEY) ?? 'null') as GoogleRequest | null
  } catch {
    return null
  } finally {
    tabStorage.remove(KEY)
  }
}

/** Removes the answer from the address, so that the history does not have it. */
function cleanAddress(): void {
  const { pathname, search } = window.location
  if (isGoogleResponse(search)) window.history.replaceState(window.history.state, '', pathname)
}

function readArrival(): GoogleResponse | null {
  const response = isGoogleResponse(arrivalSearch) ? parseGoogleResponse(arrivalSearch, consumeRequest()) : null
  if (response) cleanAddress()
  return response
}

/** The redirect reloads the page: the answer is read when this module is loaded, and used once. */
let pending = readArrival()

/** Google's answer in this page's address, without consuming it. */
export const arrivedFromGoogle = (): GoogleResponse | null => pending

/** The same, once. */
export function takeGoogleResponse(): GoogleResponse | null {
  const response = pending
  pending = null
  return response
}
