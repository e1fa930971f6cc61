import type { Param } from './search.ts'

/** Screens that redirect signed-in users: redirecting to them would loop. */
const ENTRANCES = ['/login', '/register']
const BASE = 'https://here.invalid'

/**
 * The address after signing in: one inside this app, or null for anything else in `?redirect=`. The browser's parser
 * decides, so that `//evil`, `/\evil` and `javascript:` are not mistaken for a path.
 */
export function internalPath(requested: unknown): string | null {
  if (typeof requested !== 'string' || !requested.startsWith('/')) return null
  const address = URL.parse(requested, BASE)
  if (address?.origin !== BASE) return null
  const isEntrance = ENTRANCES.some((path) => address.pathname === path || address.pathname.startsWith(`${path}/`))
  return isEntrance ? null : `${address.pathname}${address.search}${address.hash}`
}

/** Signing in leads to the home page anyway. */
const redirectOf = (requested: unknown): string | undefined => {
  const redirect = internalPath(requested)
  return redirect === null || redirect === '/' ? undefined : redirect
}

/** The search of a link to a sign-in screen that returns to an address of this app. */
export const redirectSearch = (requested: string | undefined): { redirect?: string } => {
  const redirect = redirectOf(requested)
  return redirect === undefined ? {} : { redirect }
}

/** Parses `?redirect=` of a sign-in screen, which anybody can forge. */
export const redirectParam: Param<string> = redirectOf
