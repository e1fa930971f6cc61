import { useSyncExternalStore } from 'react'

/**
 * The signed-in person's token: kept in local storage, restored on load, shared by all tabs
 * (docs/rules/accounts.md 3.8). Whoever shows it subscribes; the claims are read for their times only, the server alone
 * decides what they are worth.
 */
export type StoredToken = { type: 'Bearer' | 'Basic'; value: string }
export type Claims = { id: number; iat: number; exp: number }

/** Why the token changed: by the person, because the server refused it, or in another tab. */
export type TokenChange = 'stored' | 'left' | 'refused' | 'elsewhere'

const KEY = 'hessa.token'
const listeners = new Set<(change: TokenChange) => unknown>()
let current = read()

function read(): StoredToken | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<StoredToken> | null
    const isToken = (stored?.type === 'Bearer' || stored?.type === 'Basic') && typeof stored.value === 'string'
    return isToken ? { type: stored.type as StoredToken['type'], value: stored.value as string } : null
  } catch {
    return null
  }
}

function announce(change: TokenChange): void {
  for (const listener of listeners) listener(change)
}

window.addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return
  current = read()
  announce('elsewhere')
})

export function storeToken(value: string): void {
  current = { type: 'Bearer', value }
  localStorage.setItem(KEY, JSON.stringify(current))
  announce('stored')
}

let renewals = 0

/** While an act of one's own ends this token and brings the next, a refusal of the ended one signs nobody out. */
export async function renewingToken<T>(act: () => Promise<T>): Promise<T> {
  renewals++
  try {
    return await act()
  } finally {
    renewals--
  }
}

export function forgetToken(change: 'left' | 'refused'): void {
  if (current === null || (change === 'refused' && renewals > 0)) return
  current = null
  localStorage.removeItem(KEY)
  announce(change)
}

export const token = (): StoredToken | null => current

export function onTokenChange(listener: (change: TokenChange) => unknown): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

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

/** Private requests are allowed with a token that has not expired. */
export function hasLiveToken(now: number): boolean {
  if (current?.type === 'Basic') return true
  const claims = claimsOf(current)
  return claims !== null && claims.exp * 1000 > now
}

const REFRESH_WITHIN_MS = 2 * 24 * 60 * 60 * 1000

/** A bearer token is refreshed when two days or fewer remain before it expires. */
export function wantsRefresh(now: number): boolean {
  const claims = claimsOf(current)
  return claims !== null && claims.exp * 1000 - now <= REFRESH_WITHIN_MS && claims.exp * 1000 > now
}

const accountId = (): number | null => claimsOf(current)?.id ?? null

/** The id that the token speaks for, null for a guest; the same after a refresh. */
export const useAccountId = (): number | null => useSyncExternalStore(onTokenChange, accountId)
