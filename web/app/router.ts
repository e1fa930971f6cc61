import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Loader } from '../ui/loader.tsx'
import type { TitleKey } from './page-title.tsx'
import { RouteProblem } from './route-problem.tsx'
import { routeTree } from './routes.tsx'

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is stale; a second cache in the router would show old data.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Loader,
    defaultPendingMs: 300,
    defaultPendingMinMs: 300,
    defaultErrorComponent: RouteProblem,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    title?: TitleKey
  }
}
