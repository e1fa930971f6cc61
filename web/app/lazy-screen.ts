import { lazyRouteComponent } from '@tanstack/react-router'
import { ApiError } from '../platform/api.ts'

/**
 * A screen whose code is fetched when it is opened. Without a network the fault is one of the network, which `RouteProblem` shows
 * and ends; the router would load the page again, and the browser's own page would stay for good. With one the code was of an
 * older version: then the router loads the page again, once.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error) => {
        throw navigator.onLine ? error : new ApiError('network', 0, String(error))
      }),
    name,
  )
