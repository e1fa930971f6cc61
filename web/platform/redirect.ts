/** Screens that one is sent away from once signed in: going back there would be a circle. */
const ENTRANCES = ['/login', '/register']
const HERE = 'https://here.invalid'

/**
 * Where to go after signing in: an address inside this app, or null for whatever else stands in `?redirect=`. The
 * browser's own reading decides, so that `//evil`, `/\evil` and `javascript:` cannot pass for a path.
 */
export function internalPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return null
  const address = URL.parse(wanted, HERE)
  if (address?.origin !== HERE) return null
  const isEntrance = ENTRANCES.some((path) => address.pathname === path || address.pathname.startsWith(`${path}/`))
  return isEntrance ? null : `${address.pathname}${address.search}${address.hash}`
}

/** What a link to an entrance carries, so that the way back is kept from one to the other. */
export const redirectSearch = (search: Record<string, unknown>): { redirect?: string } => {
  const redirect = internalPath(search.redirect)
  return redirect === null || redirect === '/' ? {} : { redirect }
}
