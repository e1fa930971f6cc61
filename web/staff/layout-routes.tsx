import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { type RouterContext, requireSignedIn } from '../shared/shell/guards.ts'
import { requireSecondFactor } from './guards.ts'
import { RootLayout } from './root-layout.tsx'
import { RootProblem, ScreenMissing } from './route-problem.tsx'
import { ShellLayout } from './shell/shell-layout.tsx'

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: RootProblem,
  notFoundComponent: ScreenMissing,
})

/** Navigation and header around a screen. The account is loaded before it is drawn. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async (args) => {
    await requireSecondFactor(args, await requireSignedIn(args))
  },
  component: ShellLayout,
})

/** A screen in the shell. Missing or forbidden content is reported in the screen's place, and the shell stays. */
export const inShell = { getParentRoute: () => shellRoute, notFoundComponent: ScreenMissing } as const
