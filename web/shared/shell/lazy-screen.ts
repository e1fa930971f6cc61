import { lazyRouteComponent } from '@tanstack/react-router'
import { ApiError } from '../../platform/api.ts'

/**
 * A screen whose code is fetched when it is opened. Without a network the error is reported as a network error, which
 * `RouteProblem` shows and recovers from; the router would reload the page, and the browser's offline page would stay. With
 * a network, the code belonged to an older version: then the router reloads the page once.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error) => {
        throw navigator.onLine ? error : new ApiError('network', 0, String(error))
      }),
    name,
  )
