import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Loader } from '../ui/loader.tsx'
import type { TitleKey } from './root-layout.tsx'
import { RouteProblem } from './route-problem.tsx'
import { routeTree } from './routes.tsx'

export const createDashboardRouter = (queryClient: QueryClient) =>
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

// The app declares its own router: the links of the two are checked by separate TypeScript projects.
declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
  interface StaticDataRouteOption {
    title?: TitleKey
  }
}
