import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { ApiError } from '../../platform/api.ts'

/** Screens whose code the last attempt could not fetch for want of a network. */
const missing = new WeakSet<object>()

/**
 * A screen whose code is fetched when it is opened. Without a network the error is reported as a network error, which
 * `RouteProblem` shows and recovers from; the router would reload the page, and the browser's offline page would stay. With
 * a network, the code belonged to an older version: then the router reloads the page once.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => {
  const screen = lazyRouteComponent(() => {
    missing.delete(screen)
    return load().catch(async (error) => {
      if (await isPageReachable()) throw error
      missing.add(screen)
      throw new ApiError('network', 0, String(error))
    })
  }, name)
  return screen
}

/** Whether the last attempt to fetch a screen found no network. */
export const isScreenMissing = (screen: RouteComponent | undefined): boolean =>
  screen !== undefined && missing.has(screen)

/** Whether a reload would load the page. A network that leads nowhere counts as one for `navigator.onLine`. */
async function isPageReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
