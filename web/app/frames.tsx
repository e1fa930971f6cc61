import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Role } from '#domain/roles'
import { type AppContext, meetWhoIsHere, type onlyFor, signedInAs } from './guards.ts'
import { RootLayout } from './root-layout.tsx'
import { RootProblem, ScreenMissing } from './route-problem.tsx'

/** What stands around the screens: the navigation, a plain head, or nothing. */

export const rootRoute = createRootRouteWithContext<AppContext>()({
  component: RootLayout,
  errorComponent: RootProblem,
  notFoundComponent: lazyRouteComponent(() => import('../features/shell/not-found-screen.tsx'), 'NotFoundScreen'),
})

/** Navigation, header and banners around a screen. */
export const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: meetWhoIsHere,
  component: lazyRouteComponent(() => import('../features/shell/shell-layout.tsx'), 'ShellLayout'),
})

/** What is missing or refused is said in the screen's place; the frame stays. */
export const inFrame = { getParentRoute: () => shell, notFoundComponent: ScreenMissing } as const

/** No navigation around what should be finished, or printed. */
export const plain = createRoute({
  getParentRoute: () => rootRoute,
  id: 'plain',
  component: lazyRouteComponent(() => import('../features/shell/plain-layout.tsx'), 'PlainLayout'),
})

export const onPlain = { getParentRoute: () => plain, notFoundComponent: ScreenMissing } as const

/** A session's route: the call fills the window, so it stands outside of the shell. */
export const sessionRoute = (...allowed: Role[]) => ({
  getParentRoute: () => rootRoute,
  beforeLoad: async (visit: Parameters<ReturnType<typeof onlyFor>>[0] & { params: { id: string } }) => {
    // Whoever is awaited there is not sent to a form first.
    await signedInAs(...allowed)(visit)
    if (!/^\d+$/.test(visit.params.id)) throw redirect({ to: '/', replace: true })
  },
})
