import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { Loader } from '../ui/loader.tsx'
import type { TitleKey } from './page-title.tsx'
import { RouteProblem } from './route-problem.tsx'
import { routeTree } from './routes.tsx'

/** The history is the browser's, except for pages rendered at the edge. */
export const createAppRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    ...(history ? { history } : null),
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is stale; a second cache in the router would show old data.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Loader,
    defaultPendingMs: 300,
    defaultPendingMinMs: 300,
    defaultErrorComponent: RouteProblem,
    // At the edge it would render an inline script, which the content security policy forbids.
    scrollRestoration: history === undefined,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    title?: TitleKey
  }
}
