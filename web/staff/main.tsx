import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// First, before the router changes the address.
import '../platform/arrival.ts'
import { logUncaught } from '../platform/log.ts'
import { measureVisit } from '../platform/measure-visit.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { surviveTranslation } from '../platform/translated-page.ts'
import { followAccountChanges } from '../shared/shell/account-changes.ts'
import { routerDefaults } from '../shared/shell/router-defaults.ts'
import type { TitleKey } from './layout-routes.tsx'
import { RouteProblem } from './route-problem.tsx'
import { routeTree } from './routes.tsx'
import './dashboard.css'

const createDashboardRouter = (queryClient: QueryClient) =>
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

const queryClient = createQueryClient()
const router = createDashboardRouter(queryClient)

logUncaught()
surviveTranslation()
followAccountChanges(router, queryClient)
// In development pages are slower than they are.
if (import.meta.env.PROD) measureVisit('dashboard')

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
