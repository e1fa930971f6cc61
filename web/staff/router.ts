import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routerDefaults } from '../shared/shell/router-defaults.ts'
import type { TitleKey } from './root-layout.tsx'
import { RouteProblem } from './route-problem.tsx'
import { routeTree } from './routes.tsx'

export const createDashboardRouter = (queryClient: QueryClient) =>
  createRouter({
    ...routerDefaults,
    routeTree,
    context: { queryClient },
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
