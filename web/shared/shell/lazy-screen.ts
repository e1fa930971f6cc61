import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { isOffline } from '../../platform/api.ts'
import { fetchCode } from '../../platform/fetch-code.ts'

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
    return fetchCode(load).catch((error) => {
      if (isOffline(error)) missing.add(screen)
      throw error
    })
  }, name)
  return screen
}

/** Whether the last attempt to fetch a screen found no network. */
export const isScreenMissing = (screen: RouteComponent | undefined): boolean =>
  screen !== undefined && missing.has(screen)
