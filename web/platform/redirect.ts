import type { Param } from './search.ts'

/** Screens that redirect whoever is signed in: a redirect to one of them would loop. */
const ENTRANCES = ['/login', '/register']
const BASE = 'https://here.invalid'

/**
 * Where to go after signing in: an address inside this app, or null for whatever else stands in `?redirect=`. The
 * browser's own parser decides, so that `//evil`, `/\evil` and `javascript:` are not taken for a path.
 */
export function internalPath(requested: unknown): string | null {
  if (typeof requested !== 'string' || !requested.startsWith('/')) return null
  const address = URL.parse(requested, BASE)
  if (address?.origin !== BASE) return null
  const isEntrance = ENTRANCES.some((path) => address.pathname === path || address.pathname.startsWith(`${path}/`))
  return isEntrance ? null : `${address.pathname}${address.search}${address.hash}`
}

/** The home page is where signing in leads anyway. */
const redirectOf = (requested: unknown): string | undefined => {
  const redirect = internalPath(requested)
  return redirect === null || redirect === '/' ? undefined : redirect
}

/** The search of a link to an entrance that leads back to an address of this app. */
export const redirectSearch = (requested: string | undefined): { redirect?: string } => {
  const redirect = redirectOf(requested)
  return redirect === undefined ? {} : { redirect }
}

/** `?redirect=` as an entrance's route reads it: anybody can write one. */
export const redirectParam: Param<string> = redirectOf
