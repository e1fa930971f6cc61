import { tabStorage } from './storage.ts'

/**
 * A tab in which an admin views the app as another user (docs/rules/staff.md 5.4). Its token arrives in the fragment of the
 * address, which servers do not log, is removed from the address before anything is drawn, and is kept for this tab only:
 * the admin's own stored token, shared by all tabs, is neither read nor written here.
 */
const KEY = 'hessa.view-as'
const HAND_OVER_PATH = '/view-as'

type ViewClaims = { id: number; exp: number; purpose?: string }

function claimsOf(token: string): ViewClaims | null {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as ViewClaims
  } catch {
    return null
  }
}

/** Anybody can forge a link: a token of another purpose would sign the user in to a stranger's account. */
const isViewToken = (token: string | null): token is string => token !== null && claimsOf(token)?.purpose === 'view-as'

function takeHandOver(): void {
  if (window.location.pathname !== HAND_OVER_PATH) return
  const token = window.location.hash.slice(1)
  window.history.replaceState(null, '', '/')
  if (isViewToken(token)) tabStorage.set(KEY, token)
}

function readToken(): string | null {
  // The marketing site is also rendered to HTML in Node, where there is no window.
  if (typeof window === 'undefined') return null
  takeHandOver()
  const stored = tabStorage.get(KEY)
  return isViewToken(stored) ? stored : null
}

/** The token of this tab's view; null in every other tab. */
export const viewToken: string | null = readToken()

/** When the view expires, in epoch milliseconds; 0 without one. */
export const viewEndsAt: number = viewToken === null ? 0 : (claimsOf(viewToken)?.exp ?? 0) * 1000

/** The address that opens the app as another user, in a new tab. */
export const viewAddress = (appOrigin: string, token: string): string => `${appOrigin}${HAND_OVER_PATH}#${token}`

/** Ends the view and opens the dashboard; the tab has no session of its own. */
export function leaveView(dashboardAddress: string): void {
  tabStorage.remove(KEY)
  window.location.replace(dashboardAddress)
}
