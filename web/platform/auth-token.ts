import { DASHBOARD_ORIGIN } from './origin.ts'
import { createPersistedStore, createStore, useStore } from './store.ts'
import { leaveView, viewToken } from './view-as.ts'

/**
 * The signed-in person's token: kept in local storage, restored on load, shared by all tabs (docs/rules/accounts.md 3.8).
 * The claims are read here for their times and the account's id only; what a token allows is the server's decision.
 */
export type StoredToken = { type: 'Bearer' | 'Basic'; value: string }
export type Claims = { id: number; iat: number; exp: number }

/**
 * Why the token changed: signed in or refreshed here, signed out here, refused by the server, or changed in another tab.
 */
export type TokenChange = 'stored' | 'signed-out' | 'refused' | 'elsewhere'

function readToken(stored: string | null): StoredToken | null {
  try {
    const read = JSON.parse(stored ?? 'null') as Partial<StoredToken> | null
    const isToken = (read?.type === 'Bearer' || read?.type === 'Basic') && typeof read.value === 'string'
    return isToken ? { type: read.type as StoredToken['type'], value: read.value as string } : null
  } catch {
    return null
  }
}

const persisted = createPersistedStore<StoredToken | null>('hessa.token', {
  read: readToken,
  write: (value) => value && JSON.stringify(value),
})

/** In a view of another user's account the tab uses only the view's token, and the stored one is not touched. */
const store = viewToken === null ? persisted : createStore<StoredToken | null>({ type: 'Bearer', value: viewToken })

/** The reason of the change of which listeners are being notified; a change not made here comes from another tab. */
let reason: TokenChange = 'elsewhere'

function change(next: StoredToken | null, why: TokenChange): void {
  reason = why
  store.set(next)
  reason = 'elsewhere'
}

export const storeToken = (value: string): void => change({ type: 'Bearer', value }, 'stored')

let renewals = 0

/**
 * Runs a call that ends the current token and answers with the next one, such as a change of the password. Other requests
 * that are refused meanwhile because of the old token do not sign the user out.
 */
export async function duringTokenRenewal<T>(act: () => Promise<T>): Promise<T> {
  renewals++
  try {
    return await act()
  } finally {
    renewals--
  }
}

export function forgetToken(why: 'signed-out' | 'refused'): void {
  if (store.get() === null || (why === 'refused' && renewals > 0)) return
  if (viewToken === null) change(null, why)
  else leaveView(DASHBOARD_ORIGIN)
}

export const token = (): StoredToken | null => store.get()

/** Whether another tab has stored another token of which this tab was not notified while it was suspended. */
export function findNewerToken(held: StoredToken): boolean {
  if (viewToken !== null) return false
  // Reading storage creates a new object each time: it is replaced only if its content differs.
  if (token()?.value === held.value) persisted.reload()
  return token() !== null && token()?.value !== held.value
}

export const onTokenChange = (listener: (change: TokenChange) => unknown): (() => void) =>
  store.subscribe(() => listener(reason))

/** The claims of a bearer token, null when it cannot be read. */
export function claimsOf(stored: StoredToken | null): Claims | null {
  if (stored?.type !== 'Bearer') return null
  try {
    const payload = stored.value.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
  } catch {
    return null
  }
}

/** Whether there is a token that has not expired at `now` (milliseconds); private requests are made only with one. */
export function hasValidToken(now: number): boolean {
  if (token()?.type === 'Basic') return true
  const claims = claimsOf(token())
  return claims !== null && claims.exp * 1000 > now
}

const REFRESH_WITHIN_MS = 2 * 24 * 60 * 60 * 1000

/** A staff token has a shorter lifetime, and is renewed only by use of the page (docs/rules/staff.md 4.8). */
const SHORT_LIFE_MS = 24 * 60 * 60 * 1000

const lifeOf = ({ iat, exp }: Claims): number => (exp - iat) * 1000

/** Whether the token is refreshed only while the page is being used. */
export function isShortLived(): boolean {
  const claims = claimsOf(token())
  return claims !== null && lifeOf(claims) <= SHORT_LIFE_MS
}

/**
 * A bearer token is refreshed when at most two days remain before it expires, or, for a shorter lifetime, when half of it
 * is over (docs/rules/accounts.md 3.6). The token of a view is not refreshed.
 */
export function isDueForRefresh(now: number): boolean {
  const claims = claimsOf(token())
  if (claims === null || viewToken !== null) return false
  const left = claims.exp * 1000 - now
  return left > 0 && left <= Math.min(REFRESH_WITHIN_MS, lifeOf(claims) / 2)
}

/** The id of the account that the token is for, null for a guest; the same after a refresh. */
export const accountId = (): number | null => claimsOf(token())?.id ?? null

export const useAccountId = (): number | null => useStore(store, (stored) => claimsOf(stored)?.id ?? null)
