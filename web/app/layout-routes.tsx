import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import type { Role } from '#domain/roles'
import type { SessionKind } from '#domain/sessions/session-id'
import { token } from '../platform/auth-token.ts'
import { fetchCode } from '../platform/fetch-code.ts'
import { signedInUser } from '../platform/signed-in-user.ts'
import type { RouterContext } from '../shared/shell/guards.ts'
import { lazyScreen } from '../shared/shell/lazy-screen.ts'
import { publicSettingsQuery } from '../shared/shell/queries.ts'
import { atEdge } from './at-edge.ts'
import { type onlyFor, preloadSignedInUser, signedInAs } from './guards.ts'
import { RootLayout } from './root-layout.tsx'
import { RootProblem, ScreenMissing } from './route-problem.tsx'
import { loadFrame, ShellLayout } from './shell/shell-layout.tsx'

/** The layouts around the screens: the shell with its navigation, a plain header, or none. */

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: ({ context: { queryClient } }) => atEdge(() => [queryClient.prefetchQuery(publicSettingsQuery)]),
  component: RootLayout,
  errorComponent: RootProblem,
  notFoundComponent: lazyScreen(() => import('./shell/missing-screens.tsx'), 'NotFoundScreen'),
})

/** Navigation, header and banners around a screen. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: preloadSignedInUser,
  loader: () => loadFrame(token() !== null),
  component: ShellLayout,
})

/** A screen in the shell. Missing or forbidden content is reported in the screen's place, and the shell stays. */
export const inShell = { getParentRoute: () => shellRoute, notFoundComponent: ScreenMissing } as const

/** No navigation around screens that should be finished or printed. */
export const plainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'plain',
  component: lazyScreen(() => import('./shell/plain-layout.tsx'), 'PlainLayout'),
})

export const inPlainLayout = { getParentRoute: () => plainRoute, notFoundComponent: ScreenMissing } as const

/** A session's route: the call fills the window, so it is outside the shell. */
export const sessionRoute = (kind: SessionKind, ...allowed: Role[]) => ({
  getParentRoute: () => rootRoute,
  beforeLoad: async (args: Parameters<ReturnType<typeof onlyFor>>[0] & { params: { id: string } }) => {
    // Not `onlyFor`: a tutor with an incomplete profile must not miss a booked session.
    await signedInAs(...allowed)(args)
    if (!/^\d+$/.test(args.params.id)) throw redirect({ to: '/', replace: true })
  },
  // Requested beside the screen's code, and not after it.
  loader: async ({ context, params }: { context: RouterContext; params: { id: string } }) => {
    const code = fetchCode(() => import('./call/queries.ts'))
    const [me, { sessionQuery }] = await Promise.all([signedInUser(context), code])
    if (me) void context.queryClient.prefetchQuery(sessionQuery(kind, Number(params.id), me))
  },
})
