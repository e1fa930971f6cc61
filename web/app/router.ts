import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { toIso } from '#domain/cairo'
import { learnServerTime, now, timesOfPage } from '../platform/clock.ts'
import type { FirstRender } from '../platform/first-render.ts'
import { routerDefaults } from '../shared/shell/router-defaults.ts'
import type { TitleKey } from './page-title.tsx'
import { RouteProblem } from './route-problem.tsx'
import { routeTree } from './routes.tsx'

/** What a page rendered at the edge gives the app: when it was rendered, and the answers that it was rendered from, as JSON. */
type Dehydrated = { first: FirstRender; queries: string }

/**
 * @param first Completed before the first render: at the edge by its clock, in the browser by what the page brings.
 * @param nonce The edge's, for the inline scripts of the page.
 */
export const createAppRouter = (queryClient: QueryClient, first: FirstRender, nonce?: string) =>
  createRouter({
    ...routerDefaults,
    routeTree,
    context: { queryClient },
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    dehydrate: (): Dehydrated => {
      first.at = now()
      return { first, queries: JSON.stringify(dehydrate(queryClient)) }
    },
    hydrate: ({ first: rendered, queries }: Dehydrated) => {
      Object.assign(first, rendered)
      if (rendered.at !== null) learnServerTime(toIso(rendered.at), ...timesOfPage())
      hydrate(queryClient, JSON.parse(queries) as DehydratedState)
    },
    defaultErrorComponent: RouteProblem,
    // The page that the edge has rendered stays where it has been scrolled to before it is hydrated.
    scrollRestoration: () => import.meta.env.SSR || first.at === null,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    title?: TitleKey
  }
}
