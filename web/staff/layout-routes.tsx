import { createRootRouteWithContext, createRoute, Outlet, useMatches } from '@tanstack/react-router'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../messages/messages.ts'
import { DocumentTitle } from '../platform/document-title.tsx'
import { type RouterContext, requireSignedIn } from '../shared/shell/guards.ts'
import { RootFrame } from '../shared/shell/root-frame.tsx'
import { requireSecondFactor } from './guards.ts'
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

export type TitleKey = keyof typeof staffShell.places

/** The layout around every screen. */
function RootLayout() {
  return (
    <RootFrame>
      <PageTitle />
      <Outlet />
    </RootFrame>
  )
}

/** Sets the document's title from the route's `staticData`; a screen about a single record may set its own. */
function PageTitle() {
  const t = useMessages(staffShell)
  const key = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  return key ? <DocumentTitle text={t('titleOf', { title: t(`places.${key}`) })} /> : null
}
