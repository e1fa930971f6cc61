import { Outlet, Scripts } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { viewToken } from '../platform/view-as.ts'
import { RootFrame } from '../shared/shell/root-frame.tsx'
import { optionalPart } from '../ui/lazy-part.tsx'
import { AppDialogs } from './dialogs.tsx'
import { PageTitle } from './page-title.tsx'

// Staff alone see it.
const ViewAsBanner = optionalPart(async () => (await import('./shell/view-as-banner.tsx')).ViewAsBanner)

/** The layout around every screen: title and dialogs. */
export function RootLayout() {
  return (
    <RootFrame>
      <PageTitle />
      <AppDialogs>
        <Outlet />
      </AppDialogs>
      {viewToken !== null && (
        <Suspense>
          <ViewAsBanner />
        </Suspense>
      )}
      <Hydrated />
      <Scripts />
    </RootFrame>
  )
}

/** Does again what a person has done before React listened (`edge/before-hydration.js`). */
function Hydrated() {
  // Not within the effect, where React hydrates nothing more.
  useEffect(() => {
    setTimeout(() => {
      window.hessaHydrated?.()
      delete window.hessaHydrated
    })
  }, [])
  return null
}

declare global {
  interface Window {
    hessaHydrated?: () => void
  }
}
